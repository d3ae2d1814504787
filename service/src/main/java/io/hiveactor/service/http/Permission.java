package io.hiveactor.service.http;

/** What a capability must allow for a request. The names are those of the {@code op} caveat. */
public enum Permission {
    SEND,
    RECV,
    ACK,
    NACK,
    EXTEND,
    STATS,
    DLQ,
    REPROCESS,
    PURGE,
    REVOKE
}
