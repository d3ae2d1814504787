package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.NotifyStatus;

/** How {@link Supervisor#stop} ended. But for {@link #ASKED}, nothing was sent. */
public enum StopStatus {
    /** The supervisor was asked to stop. */
    ASKED,
    /** The actor is no supervisor. */
    NOT_A_SUPERVISOR,
    /** The supervisor's mailbox is at its limit, and drops what comes then. */
    DROPPED,
    /** The supervisor's mailbox is at its limit. */
    MAILBOX_FULL,
    /** The message pool has no room. */
    NO_MEMORY,
    /** The actor is dead. */
    NO_TARGET,
    /** The hive takes no more messages from external threads. */
    CLOSED;

    static StopStatus of(NotifyStatus status) {
        return switch (status) {
            case SENT -> ASKED;
            case DROPPED -> DROPPED;
            case MAILBOX_FULL -> MAILBOX_FULL;
            case NO_MEMORY -> NO_MEMORY;
            case NO_TARGET -> NO_TARGET;
            case CLOSED -> CLOSED;
            case NOT_FOUND, TOO_LARGE ->
                    throw new IllegalArgumentException("an order without bytes, sent to an id, cannot be " + status);
        };
    }
}
