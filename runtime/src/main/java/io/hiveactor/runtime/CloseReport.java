package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How a hive ended.
 *
 * @param drained whether every actor had finished its work, with an empty mailbox, before it was ended
 * @param notAtRest the actors that had not, and why
 * @param undelivered number of messages that no actor received while the hive was closing: those in cleared mailboxes,
 *     those that arrived for an ended actor, and those of a shard that an actor's code blocks, as far as they are
 *     visible
 * @param mailboxes the mailboxes of those messages, at most {@link #MOST_LISTED}
 * @param stuck actors whose code did not end, at most {@link #MOST_LISTED}
 */
public record CloseReport(
        boolean drained,
        List<NotAtRest> notAtRest,
        long undelivered,
        List<UndeliveredTo> mailboxes,
        List<StuckActor> stuck) {
    /** Maximum number of listed mailboxes, and of listed actors. */
    public static final int MOST_LISTED = 100;

    public CloseReport {
        notAtRest = List.copyOf(notAtRest);
        mailboxes = List.copyOf(mailboxes);
        stuck = List.copyOf(stuck);
    }

    /** Whether no message was lost and no code is left running. */
    public boolean isClean() {
        return drained && undelivered == 0 && stuck.isEmpty();
    }

    /**
     * Returns the whole report as text: one line for each actor that was not at rest, lost messages, or did not end.
     */
    public List<String> lines() {
        return lines(Integer.MAX_VALUE);
    }

    private List<String> lines(int most) {
        var lines = new ArrayList<String>();
        lines.add(drained ? "drained: every actor came to rest"
                : "not drained: " + count(notAtRest.size(), "actor") + " not at rest when the actors were ended");
        add(lines, most, notAtRest, actor -> actor.actor() + ": " + actor.reason());
        if (undelivered > 0) {
            lines.add(count(undelivered, "message") + " undelivered");
            add(lines, most, mailboxes, mailbox -> mailbox.actor() + ": " + count(mailbox.messages(), "message"));
        }
        if (!stuck.isEmpty()) {
            lines.add(count(stuck.size(), "actor") + " whose code did not end");
            add(lines, most, stuck, actor -> actor.actor() + ": " + actor.where());
        }
        return List.copyOf(lines);
    }

    private static <T> void add(List<String> lines, int most, List<T> all, Function<T, String> text) {
        all.stream().limit(most).map(each -> "  " + inOneLine(text.apply(each))).forEach(lines::add);
        if (all.size() > most) {
            lines.add("  and " + (all.size() - most) + " more");
        }
    }

    /** A name may hold anything; a line break in it must not look like a line of the report. */
    private static String inOneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** {@link #lines()}, with at most {@link #MOST_LISTED} actors of each kind. */
    @Override
    public String toString() {
        return String.join("\n", lines(MOST_LISTED));
    }

    /**
     * An actor that had work left when the actors were ended.
     *
     * @param actor the actor
     * @param reason what it was doing or waiting for, the messages in its mailbox, and the line of its code
     */
    public record NotAtRest(ActorId actor, String reason) {}

    /**
     * Messages that were in a mailbox when it was cleared.
     *
     * @param actor the owner of the mailbox
     * @param messages number of messages
     */
    public record UndeliveredTo(ActorId actor, int messages) {}

    /**
     * An actor whose code had not ended when the close returned. When its wait ends, it unwinds on the JDK's scheduler.
     *
     * @param actor the actor
     * @param stack the stack of its code
     */
    public record StuckActor(ActorId actor, List<StackTraceElement> stack) {
        public StuckActor {
            stack = List.copyOf(stack);
        }

        private String where() {
            return stack.isEmpty() ? "its stack is not known" : "at " + Frames.lineOrTop(stack);
        }
    }
}
