package io.hiveactor.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a shard that are ready, the highest priority first, in turn within one.
 *
 * <p><b>Threads:</b> owner only.
 */
class RunQueue {
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
    static final int PRIORITIES = Priority.values().length;

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

    /** Appends an actor to the list of its priority. A leaf. */
    final void link(Actor actor) {
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
    final boolean hasHigher(Actor actor) {
        Actor only = alone;
        return only == null ? (ready & ((1 << actor.priority) - 1)) != 0 : only.priority < actor.priority;
    }

    final boolean isEmpty() {
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
        int priority = choosePriority();
        Actor actor = actors.get(first[priority]);
        int behind = actor.nextReady;
        first[priority] = behind;
        if (behind == ActorTable.NOBODY) {
            last[priority] = ActorTable.NOBODY;
            ready &= ~(1 << priority);
        }
        return actor;
    }

    /** The priority that is served next; some list must not be empty. */
    final int choosePriority() {
        int highest = Integer.numberOfTrailingZeros(ready);
        return fairness == 0 ? highest : fairer(highest);
    }

    /** The number of the first actor of a list. */
    final int first(int priority) {
        return first[priority];
    }

    /** The actor of a number in a list; null at the end. */
    final @Nullable Actor at(int number) {
        return number == ActorTable.NOBODY ? null : actors.get(number);
    }

    /** Takes the actor at a position of a list, which must have one there. */
    final Actor unlink(int priority, int position) {
        int before = ActorTable.NOBODY;
        int number = first[priority];
        for (int i = 0; i < position; i++) {
            before = number;
            number = actors.get(number).nextReady;
        }
        Actor actor = actors.get(number);
        int behind = actor.nextReady;
        if (before == ActorTable.NOBODY) {
            first[priority] = behind;
        } else {
            actors.get(before).nextReady = behind;
        }
        if (behind == ActorTable.NOBODY) {
            last[priority] = before;
        }
        if (first[priority] == ActorTable.NOBODY) {
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
