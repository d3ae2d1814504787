package io.hiveactor.runtime;

/** What a mailbox does with a message when it is at its limit. */
public enum Overflow {
    /** A send waits until there is room; a notify is told that there is none. */
    BLOCK_SENDER,
    /** Both are told at once that there is no room. */
    FAIL,
    /** The message is dropped, and its sender is told so. */
    DROP_NEWEST,
    /** The oldest message makes room. Its sender is not told; a request ends as dropped. */
    DROP_OLDEST,
    /** A message takes the place of a queued one with an equal key; if there is none, the oldest makes room. */
    CONFLATE
}
