package io.hiveactor.runtime;

/** How a reply ended. */
public enum ReplyStatus {
    /** The answer is on its way. */
    SENT,
    /** The requester has ended, or has stopped waiting. */
    NOT_WAITING,
    /** The payload is larger than {@link HiveConfig#maxPayload()}; the request is still open. */
    TOO_LARGE;

    /** Whether the answer is on its way. */
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
