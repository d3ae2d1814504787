package io.hiveactor.service.queue;

import java.util.Locale;

/** Why an operation changed nothing. Each is a normal outcome that callers plan for. */
public enum Refusal {
    /** A repeat of a send, by a caller that wants to be told. */
    DUPLICATE,
    /** A send with a used key and another payload. */
    PAYLOAD_MISMATCH,
    /** No such message. */
    GONE,
    NOT_LEASED,
    /** It is leased, but not under this lease. */
    STALE,
    /** It is a dead letter. */
    DEAD,
    /** The lease cannot be extended any further. */
    HOLD_LIMIT,
    /** The message is of a topic that the capability does not cover. */
    TOPIC,
    /** The capability has expired, and the lease was not taken under it or has ended. */
    EXPIRED,
    /** The capability was revoked, and the lease was not taken under it or has ended. */
    REVOKED,
    TOPIC_FULL,
    STORE_FULL,
    TOPIC_MAX,
    GLOBAL_INFLIGHT,
    DEDUP_FULL,
    DLQ_FULL,
    DISK_FULL,
    /** The payload does not match its hash. */
    PAYLOAD_HASH,
    /** The envelope does not match its hash chain. */
    HASH_CHAIN,
    /** The store failed; the operation may have happened. */
    STORE;

    /** The word for it in answers and metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
