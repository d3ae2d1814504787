package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.NotifyStatus;

/** The outcome of {@link Supervisor#stop}. Unless it is {@link #ASKED}, nothing was sent. */
public enum StopStatus {
    /** The supervisor was asked to stop. */
    ASKED,
    /** The actor is not a supervisor. */
    NOT_A_SUPERVISOR,
    /** The supervisor's mailbox is at its limit and drops new messages. */
    DROPPED,
    /** The supervisor's mailbox is at its limit. */
    MAILBOX_FULL,
    /** The message pool has no free slot. */
    NO_MEMORY,
    /** The supervisor has ended. */
    NO_TARGET,
    /** The hive accepts no more messages from external threads. */
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
