package io.hiveactor.runtime;

/** The outcome of a send. Unless it is {@link #SENT}, nothing was queued. */
public enum SendStatus {
    /** The message is on its way. */
    SENT,
    /** The target's mailbox is at its limit and drops new messages: {@link Overflow#DROP_NEWEST}. */
    DROPPED,
    /** The target's mailbox is at its limit, and the call does not wait: timeout zero, or {@link Overflow#FAIL}. */
    MAILBOX_FULL,
    /** The message pool, which all mailboxes share, has no slot for a user's message, and the timeout is zero. */
    NO_MEMORY,
    /** There was no room until the timeout. */
    TIMEOUT,
    /** The target has ended, or never lived. */
    NO_TARGET,
    /** No actor has the name. */
    NOT_FOUND,
    /** The payload is larger than {@link HiveConfig#maxPayload()}. */
    TOO_LARGE,
    /** The wait, which had no timeout, could never have ended; see {@link DeadlockPolicy#FAIL}. */
    DEADLOCK,
    /** The target ended during the wait, or the hive accepts no more messages from external threads. */
    CLOSED,
    /** The external thread that waited was interrupted; its interrupt flag is set. */
    INTERRUPTED;

    /** Whether the message is on its way. */
    public boolean isSent() {
        return this == SENT;
    }

    /**
     * Does nothing for SENT.
     *
     * @throws NotSentException for every other status
     */
    public void orThrow() {
        if (this != SENT) {
            throw new NotSentException(this);
        }
    }
}
