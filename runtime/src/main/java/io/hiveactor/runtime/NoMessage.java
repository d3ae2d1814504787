package io.hiveactor.runtime;

/** Why a receive returned no message. */
public enum NoMessage implements Received {
    /** The mailbox is empty, and the call does not wait. */
    WOULD_BLOCK,
    /** No message arrived until the timeout. */
    TIMEOUT
}
