package io.hiveactor.runtime;

import io.hiveactor.runtime.waiting.Waiter;

/** What the races have in common. */
final class Races {
    /** Somebody to send to, where it does not matter who. */
    @SuppressWarnings("NullAway") // of no hive
    static final Recipient TARGET = ExternalInbox.Mailbox.nobody(null).recipient;

    private Races() {}

    static String nameOf(Waiter waiter) {
        return switch (waiter.state()) {
            case Waiter.OUT -> "out";
            case Waiter.QUEUED -> "queued";
            case Waiter.GRANTED -> "granted";
            default -> "closed";
        };
    }

    /** That a race starts from where it is meant to. */
    static void check(boolean isAsMeant) {
        if (!isAsMeant) {
            throw new IllegalStateException("the race does not start from where it should");
        }
    }
}
