package io.hiveactor.mailbox;

/** How settling a delivery ended. */
public enum AckStatus {
    DONE,
    /**
     * The receipt is no longer that of a message in flight: its lease has ended, or it was settled, delivered again or purged.
     * Nothing was changed.
     */
    LEASE_ENDED
}
