package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The actors of a shard that are ready, the highest priority first, in turn within one.
 *
 * <p><b>Threads:</b> owner only.
 */
final class RunQueue {
    /*
     * One list per priority, linked through the actors. With fairness F, a priority that was passed over F times
     * while somebody was ready in it is served once, so that nobody waits for more than F dispatches of each
     * higher priority.
     */
    private static final int PRIORITIES = Priority.values().length;

    final @Nullable Actor[] first = new Actor[PRIORITIES];
    final @Nullable Actor[] last = new Actor[PRIORITIES];
    private final int fairness;
    private final int[] passedOver = new int[PRIORITIES];

    RunQueue(int fairness) {
        this.fairness = fairness;
    }

    /** Makes an actor ready. A leaf: it happens or it does not. */
    void add(Actor actor) {
        int priority = actor.priority;
        Actor tail = last[priority];
        actor.state = ActorState.READY;
        actor.nextReady = null;
        if (tail == null) {
            first[priority] = actor;
        } else {
            tail.nextReady = actor;
        }
        last[priority] = actor;
    }

    boolean isEmpty() {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if (first[priority] != null) {
                return false;
            }
        }
        return true;
    }

    /** Whether somebody is ready who goes before this actor. */
    boolean hasHigher(Actor actor) {
        for (int priority = 0; priority < actor.priority; priority++) {
            if (first[priority] != null) {
                return true;
            }
        }
        return false;
    }

    /** Takes the actor whose turn it is, or null. */
    @Nullable Actor take() {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if (first[priority] != null) {
                return take(fairness == 0 ? priority : fairer(priority));
            }
        }
        return null;
    }

    private @Nullable Actor take(int priority) {
        Actor actor = first[priority];
        if (actor != null) {
            first[priority] = actor.nextReady;
            if (actor.nextReady == null) {
                last[priority] = null;
            }
            actor.nextReady = null;
        }
        return actor;
    }

    private int fairer(int highest) {
        int chosen = highest;
        for (int priority = PRIORITIES - 1; priority > highest; priority--) {
            if (first[priority] != null && passedOver[priority] >= fairness) {
                chosen = priority;
                break;
            }
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            passedOver[priority] = priority == chosen || first[priority] == null ? 0 : passedOver[priority] + 1;
        }
        return chosen;
    }
}
