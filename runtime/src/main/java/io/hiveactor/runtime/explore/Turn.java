package io.hiveactor.runtime.explore;

import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * What one actor did between two choices of a schedule: it handled one message, or ran until its next wait. Actors are named by
 * their ids in words, which are the same in each run of one schedule.
 *
 * @param actor the actor that ran
 * @param shard the number of its shard
 * @param received the messages it took from its mailbox and the replies it took; empty unless a trace is kept
 * @param sent the messages and replies it sent; empty unless a trace is kept
 * @param spawned the actors it spawned
 * @param end how it ended in this turn, in words; empty if it did not
 * @param targets the actors that got a message or a reply from it, or that depend on its end
 * @param isPolling whether it looked whether a message or a reply was there, and did not wait for one
 * @param isGlobal whether it may have done something that turns of all other actors depend on
 */
public record Turn(
        String actor,
        int shard,
        List<Transfer> received,
        List<Transfer> sent,
        List<String> spawned,
        String end,
        Set<String> targets,
        boolean isPolling,
        boolean isGlobal) {
    /**
     * A message or a reply, for people who read a trace.
     *
     * @param peer the sender of what was received, the receiver of what was sent
     * @param what the message in words
     */
    public record Transfer(String peer, String what) {}

    /**
     * Whether this turn and one of another actor, both possible in the same state, lead to the same state in either
     * order.
     */
    public boolean isIndependentOf(Turn other) {
        return !actor.equals(other.actor)
                && !isGlobal
                && !other.isGlobal
                && Collections.disjoint(targets, other.targets)
                && !(isPolling && other.targets.contains(actor))
                && !(other.isPolling && targets.contains(other.actor));
    }
}
