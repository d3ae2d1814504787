package io.hiveactor.runtime;

/** How a reply ended. */
public enum ReplyStatus {
    /** The answer is on its way. */
    SENT,
    /** The requester has ended, or has stopped waiting. */
    NOT_WAITING,
    /** The payload is larger than {@link HiveConfig#maxPayload()}; the request is still open. */
    TOO_LARGE
}
