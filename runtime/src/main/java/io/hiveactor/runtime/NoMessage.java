package io.hiveactor.runtime;

/** Why a receive gave no message. */
public enum NoMessage implements Received {
    /** It was not to wait, and the mailbox is empty. */
    WOULD_BLOCK,
    /** None came in time. */
    TIMEOUT
}
