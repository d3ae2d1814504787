package io.hiveactor.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a shard that are ready, the highest priority first, in turn within one.
 *
 * <p><b>Threads:</b> owner only.
 */
final class RunQueue {
    /*
     * One list per priority, linked through the actors by their numbers. With fairness F, a priority that was skipped
     * F times for a higher one while an actor was ready in it is served once. Dispatches of lower priorities do not
     * count: otherwise two low priorities, due in turn, would starve the high ones.
     *
     * Often there is just one, when actors take turns: it is kept apart, in `alone`, and joins the lists when there
     * is a second one. It is a reference and not a number: who runs next is what everything in a round trip waits for,
     * and two reads of memory more are dearer there than the collector's barrier.
     *
     * Invariants
     *  - bit p of `ready` is set if and only if the list of priority p is not empty
     *  - while somebody is alone, all lists are empty
     */
    private static final int PRIORITIES = Priority.values().length;

    private final ActorTable actors;
    private final int fairness;
    private final int[] passedOver = new int[PRIORITIES];
    private final int[] first = new int[PRIORITIES];
    private final int[] last = new int[PRIORITIES];
    private int ready;
    private @Nullable Actor alone;

    RunQueue(ActorTable actors, int fairness) {
        this.actors = actors;
        this.fairness = fairness;
        Arrays.fill(first, ActorTable.NOBODY);
        Arrays.fill(last, ActorTable.NOBODY);
    }

    /** Makes an actor ready: it happens or, at the end of a stack, it does not. */
    void add(Actor actor) {
        if (ready == 0) {
            Actor other = alone;
            if (other == null) {
                actor.state = ActorState.READY;
                alone = actor;
                return;
            }
            link(other);
            alone = null;
        }
        link(actor);
    }

    /** A leaf. */
    private void link(Actor actor) {
        int priority = actor.priority;
        int tail = last[priority];
        actor.state = ActorState.READY;
        actor.nextReady = ActorTable.NOBODY;
        if (tail == ActorTable.NOBODY) {
            first[priority] = actor.number;
            ready |= 1 << priority;
        } else {
            actors.at[tail].nextReady = actor.number;
        }
        last[priority] = actor.number;
    }

    /** Whether somebody is ready who goes before this actor. */
    boolean hasHigher(Actor actor) {
        Actor only = alone;
        return only == null ? (ready & ((1 << actor.priority) - 1)) != 0 : only.priority < actor.priority;
    }

    boolean isEmpty() {
        return alone == null && ready == 0;
    }

    /** Takes the actor whose turn it is; the queue must not be empty. */
    Actor take() {
        Actor only = alone;
        if (only != null) {
            alone = null;
            return only;
        }
        return takeFirst();
    }

    private Actor takeFirst() {
        int highest = Integer.numberOfTrailingZeros(ready);
        int priority = fairness == 0 ? highest : fairer(highest);
        Actor actor = actors.get(first[priority]);
        int behind = actor.nextReady;
        first[priority] = behind;
        if (behind == ActorTable.NOBODY) {
            last[priority] = ActorTable.NOBODY;
            ready &= ~(1 << priority);
        }
        return actor;
    }

    private int fairer(int highest) {
        int chosen = highest;
        for (int priority = PRIORITIES - 1; priority > highest && chosen == highest; priority--) {
            if (isReady(priority) && passedOver[priority] >= fairness) {
                chosen = priority;
            }
        }
        passedOver[chosen] = 0;
        for (int lower = chosen + 1; lower < PRIORITIES; lower++) {
            passedOver[lower] = isReady(lower) ? passedOver[lower] + 1 : 0;
        }
        return chosen;
    }

    private boolean isReady(int priority) {
        return (ready & 1 << priority) != 0;
    }
}
