package io.hiveactor.runtime.diagnosis;

import java.util.List;

/**
 * One actor, or a thread outside that waits to send, at one moment.
 *
 * @param identity its name and number
 * @param shard where it lives; -1 for a thread outside
 * @param priority the name of its priority
 * @param activity what it does
 * @param waitsFor what it waits for
 * @param waitNumber counts its waits: the same number at two looks is the same wait
 * @param sinceNanos when the wait began, in the hive's time
 * @param deadlineNanos when the wait ends by itself; {@link #NEVER} if it does not
 * @param depth messages in its mailbox
 * @param oldestNanos when the oldest of those came; {@link #NEVER} if there is none
 * @param slots how many slots of the message pool it keeps in use: its mailbox, what it reads, the rooms for its answers
 * @param reserved places in its limited mailbox that are taken by no message there: senders have reserved them, or their
 *     messages are on the way
 * @param timers how many of its timers run
 * @param hearsTicks a tick of one of them would end its wait
 * @param isZombie killed, and its code has not ended
 * @param stack where its code stands; empty if that was not looked at
 */
public record ActorView(
        Identity identity,
        int shard,
        String priority,
        Activity activity,
        Wait waitsFor,
        int waitNumber,
        long sinceNanos,
        long deadlineNanos,
        int depth,
        long oldestNanos,
        int slots,
        int reserved,
        int timers,
        boolean hearsTicks,
        boolean isZombie,
        List<StackTraceElement> stack) {
    /** A time that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    public ActorView {
        stack = List.copyOf(stack);
    }

    /** Whether its wait has a time at which it ends by itself. */
    public boolean hasDeadline() {
        return deadlineNanos != NEVER;
    }

    /** Where in its own code it stands, as {@code Class.method(File.java:line)}; empty if that is not known. */
    public String line() {
        return Frames.line(stack);
    }

    /** What it does or waits for, for how long, with how many messages, and where: one line for people. */
    public String summary(long atNanos) {
        return ActorText.summary(this, atNanos);
    }

    /** The same, with its stack. */
    public ActorView at(List<StackTraceElement> newStack) {
        return new ActorView(identity, shard, priority, activity, waitsFor, waitNumber, sinceNanos, deadlineNanos, depth, oldestNanos,
                slots, reserved, timers, hearsTicks, isZombie, newStack);
    }
}
