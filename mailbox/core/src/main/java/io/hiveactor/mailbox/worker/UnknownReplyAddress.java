package io.hiveactor.mailbox.worker;

/**
 * The result of a request cannot be delivered: no mailbox of the name that the request gave is known here. The attempt
 * has failed, and the dead letter keeps the name, so that a {@link Redrive} can send it again when the mailbox is
 * known.
 */
public final class UnknownReplyAddress extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownReplyAddress(String name) {
        super("the reply cannot be delivered: no mailbox " + name + " is known");
    }
}
