package io.hiveactor.runtime;

import java.util.List;

/**
 * How a hive ended.
 *
 * @param drained every actor had come to rest, with an empty mailbox, before it was ended
 * @param undelivered messages that nobody received: those in mailboxes that were cleared, and those that
 *     arrived for an actor already dead, while the hive was closing; and those in the mailboxes of a shard that an
 *     actor's code holds, as far as they can be seen
 * @param mailboxes whose messages those were, at most {@link #MOST_LISTED}
 * @param stuck actors whose code would not end, at most {@link #MOST_LISTED}
 */
public record CloseReport(
        boolean drained, long undelivered, List<UndeliveredTo> mailboxes, List<StuckActor> stuck) {
    /** How many mailboxes, and how many actors, are listed at the most. */
    public static final int MOST_LISTED = 100;

    public CloseReport {
        mailboxes = List.copyOf(mailboxes);
        stuck = List.copyOf(stuck);
    }

    /** Nothing was lost and nothing is left. */
    public boolean isClean() {
        return drained && undelivered == 0 && stuck.isEmpty();
    }

    /**
     * Messages that were in a mailbox when it was cleared.
     *
     * @param actor whose mailbox
     * @param messages how many
     */
    public record UndeliveredTo(ActorId actor, int messages) {}

    /**
     * An actor whose code had not ended at the deadline. When what it waits for comes, it unwinds on the JDK's
     * scheduler.
     *
     * @param actor who
     * @param stack where its code stands
     */
    public record StuckActor(ActorId actor, List<StackTraceElement> stack) {
        public StuckActor {
            stack = List.copyOf(stack);
        }
    }
}
