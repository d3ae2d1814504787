package io.hiveactor.bus;

/** How a publish ended. Each is a normal outcome the caller plans for. */
public enum PublishStatus {
    PUBLISHED,
    /** The ring is full, and it did not wait. */
    WOULD_BLOCK,
    /** The ring was full, or the message pool exhausted, until the timeout. */
    TIMEOUT,
    /** The message pool is exhausted, and it did not wait. */
    NO_MEMORY,
    /** More bytes than an entry can have. */
    TOO_LARGE,
    /** The bus, or the hive, is closed. */
    CLOSED,
    /** A wait without end that could never have ended. */
    DEADLOCK
}
