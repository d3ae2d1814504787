package io.hiveactor.mailbox.worker;

/** The result of a request cannot be delivered: the mailbox for replies is full. The attempt has failed. */
public final class ReplyMailboxFull extends RuntimeException {
    private static final long serialVersionUID = 1;

    ReplyMailboxFull(String name) {
        super("the reply cannot be delivered: mailbox " + name + " is full");
    }
}
