package io.hiveactor.runtime;

/** How a notify ended. Unless it says {@link #SENT}, nothing was queued. */
public enum NotifyStatus {
    /** The message is on its way. */
    SENT,
    /** The target's mailbox is at its limit, and drops what comes then: {@link Overflow#DROP_NEWEST}. */
    DROPPED,
    /** The target's mailbox is at its limit. Other targets may have room. */
    MAILBOX_FULL,
    /** The message pool, which all mailboxes share, has no slot for a user's message. */
    NO_MEMORY,
    /** The target is dead, or was never alive. */
    NO_TARGET,
    /** Nobody has the name that it was sent to. */
    NOT_FOUND,
    /** The payload is larger than {@link HiveConfig#maxPayload()}. */
    TOO_LARGE,
    /** The hive takes no more messages from outside. */
    CLOSED
}
