package io.hiveactor.mailbox.worker;

import java.time.Instant;

/** A request came too late for its answer to be of use. Another try is no use either, so it is given up at once. */
public final class DeadlinePassed extends RuntimeException {
    private static final long serialVersionUID = 1;

    DeadlinePassed(Instant deadline) {
        super("the deadline was " + deadline);
    }
}
