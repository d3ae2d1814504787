package io.hiveactor.bus;

/** The outcome of a publish. Unless it is {@link #PUBLISHED}, nothing was published. */
public enum PublishStatus {
    /** The entry is on the bus, or on its way to it. */
    PUBLISHED,
    /** The ring is full, and the call does not wait. */
    WOULD_BLOCK,
    /** The ring was full, or the message pool exhausted, until the timeout. */
    TIMEOUT,
    /** The message pool is exhausted, and the call does not wait. */
    NO_MEMORY,
    /** More bytes than an entry may have. */
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
