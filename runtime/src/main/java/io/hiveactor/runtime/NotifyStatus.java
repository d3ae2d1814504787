package io.hiveactor.runtime;

/** How a notify ended. Unless it says {@link #SENT}, nothing was queued. */
public enum NotifyStatus {
    /** The message is on its way. */
    SENT,
    /** The message pool has no room. */
    NO_MEMORY,
    /** The target is dead, or was never alive. */
    NO_TARGET,
    /** The payload is larger than {@link HiveConfig#maxPayload()}. */
    TOO_LARGE,
    /** The hive takes no more messages from outside. */
    CLOSED
}
