package io.hiveactor.runtime;

/** The outcome of a notify. Unless it is {@link #SENT}, nothing was queued. */
public enum NotifyStatus {
    /** The message is on its way. */
    SENT(SendStatus.SENT),
    /** The target's mailbox is at its limit and drops new messages: {@link Overflow#DROP_NEWEST}. */
    DROPPED(SendStatus.DROPPED),
    /** The target's mailbox is at its limit. Other targets may have room. */
    MAILBOX_FULL(SendStatus.MAILBOX_FULL),
    /** The message pool, which all mailboxes share, has no slot for a user's message. */
    NO_MEMORY(SendStatus.NO_MEMORY),
    /** The target has ended, or never lived. */
    NO_TARGET(SendStatus.NO_TARGET),
    /** No actor has the name. */
    NOT_FOUND(SendStatus.NOT_FOUND),
    /** The payload is larger than {@link HiveConfig#maxPayload()}. */
    TOO_LARGE(SendStatus.TOO_LARGE),
    /** The hive accepts no more messages from external threads. */
    CLOSED(SendStatus.CLOSED);

    private final SendStatus sendStatus;

    NotifyStatus(SendStatus sendStatus) {
        this.sendStatus = sendStatus;
    }

    /** The status of a send that ended in the same way. */
    SendStatus asSendStatus() {
        return sendStatus;
    }

    /** Whether the message is on its way. */
    public boolean isSent() {
        return this == SENT;
    }

    /**
     * Does nothing for SENT.
     *
     * @throws NotSentException for every other status
     */
    public void orThrow() {
        if (this != SENT) {
            throw new NotSentException(this);
        }
    }
}
