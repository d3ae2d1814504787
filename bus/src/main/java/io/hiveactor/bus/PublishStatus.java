package io.hiveactor.bus;

/** How a publish ended. Each value is a normal outcome that the caller plans for. */
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
    /** The wait had no timeout and could never have ended. */
    DEADLOCK,
    /** The external thread that waited was interrupted; its interrupt flag is set. */
    INTERRUPTED;

    /** Whether the entry is on the bus, or on its way to it. */
    public boolean isPublished() {
        return this == PUBLISHED;
    }

    /**
     * Does nothing for PUBLISHED.
     *
     * @throws IllegalStateException for every other status
     */
    public void orThrow() {
        if (this != PUBLISHED) {
            throw new IllegalStateException("not published: " + this);
        }
    }
}
