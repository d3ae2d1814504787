package io.hiveactor.runtime;

/** What a mailbox at its limit does with a new message. */
public enum Overflow {
    /** A send waits for room; a notify returns MAILBOX_FULL. */
    BLOCK_SENDER,
    /** A send and a notify both return MAILBOX_FULL at once. */
    FAIL,
    /** The new message is dropped; its sender gets DROPPED. */
    DROP_NEWEST,
    /** The oldest queued message is dropped. Its sender had SENT; a dropped request ends with DROPPED. */
    DROP_OLDEST,
    /** The new message replaces the queued one with an equal key; if there is none, the oldest message is dropped. */
    CONFLATE
}
