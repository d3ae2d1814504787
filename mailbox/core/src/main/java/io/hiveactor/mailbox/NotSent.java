package io.hiveactor.mailbox;

/** Why a message is not in the mailbox. Nothing of it is. */
public enum NotSent implements SendResult {
    /** As many messages as it may hold are visible, in flight or delayed. */
    FULL
}
