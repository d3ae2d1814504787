package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Actors that can never continue, unless somebody kills one of them, the hive closes, or a supervisor acts.
 *
 * @param hive where
 * @param atNanos when it was seen, in the hive's time
 * @param kind what holds them
 * @param cycle who waits for whom: each for the next one, and the last for the first; empty if there is no cycle
 * @param members all of them, those of the cycle first
 * @param holders for a starved pool: others who keep slots, and will never give them back because nobody can wake them
 * @param keepers for a starved pool: what else keeps slots that nobody can give back
 * @param slots for a starved pool: how many slots of the pool those keep who can never give them back
 */
public record Deadlock(
        String hive,
        long atNanos,
        Kind kind,
        List<Identity> cycle,
        List<ActorView> members,
        List<ActorView> holders,
        List<SlotHolder> keepers,
        int slots) {
    /** What holds the members of a deadlock. */
    public enum Kind {
        /** They wait for each other. */
        CYCLE,
        /** They wait for slots of the message pool, which are all kept by those who can never continue, or for them. */
        STARVED_POOL,
        /** They wait for somebody who has ended, or whom no actor is left to wake, or for what nobody has open. */
        NOBODY_LEFT
    }

    public Deadlock {
        cycle = List.copyOf(cycle);
        members = List.copyOf(members);
        holders = List.copyOf(holders);
        keepers = List.copyOf(keepers);
    }

    /** The same, with the stacks of some actors, by their numbers. */
    public Deadlock with(Map<Long, List<StackTraceElement>> stacks) {
        return map(each -> each.at(stacks.getOrDefault(each.identity().number(), each.stack())));
    }

    Deadlock map(UnaryOperator<ActorView> change) {
        return new Deadlock(hive, atNanos, kind, cycle, members.stream().map(change).toList(),
                holders.stream().map(change).toList(), keepers, slots);
    }

    /** All of it, for programs; a time that never comes is null. */
    public String toJson() {
        return Json.of(this);
    }

    /** The report, for people. */
    @Override
    public String toString() {
        return DeadlockText.of(this);
    }
}
