package io.hiveactor.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * The run queue of a shard whose schedules are explored: gives the actor that was chosen. Every ready actor can be
 * chosen, as if each had a shard of its own, so neither priorities nor round-robin restrict the choice.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ExploredRunQueue extends RunQueue {
    private final ExploredSchedule schedule;
    /** When each actor became ready, by its number. */
    private long[] readySince = new long[16];

    ExploredRunQueue(ActorTable actors, ExploredSchedule schedule) {
        super(actors, 0);
        this.schedule = schedule;
    }

    @Override
    void add(Actor actor) {
        if (actor.number >= readySince.length) {
            readySince = Arrays.copyOf(readySince, Math.max(actor.number + 1, 2 * readySince.length));
        }
        readySince[actor.number] = schedule.nextStamp();
        link(actor);
    }

    @Override
    Actor take() {
        Actor chosen = schedule.chosen;
        if (chosen == null) {
            throw new IllegalStateException("a shard runs an actor that was not chosen");
        }
        schedule.chosen = null;
        int position = 0;
        for (Actor actor = at(first(chosen.priority)); actor != chosen; actor = at(actor.nextReady)) {
            if (actor == null) {
                throw new IllegalStateException("the chosen actor is not ready: " + chosen);
            }
            position++;
        }
        return unlink(chosen.priority, position);
    }

    long readySince(Actor actor) {
        return readySince[actor.number];
    }

    /** Adds the ready actors to a list. Killed actors end in the order in which they were killed: only the first is one. */
    void addReady(List<Actor> ready) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            boolean hasKilled = false;
            for (Actor actor = at(first(priority)); actor != null; actor = at(actor.nextReady)) {
                if (!actor.isGone() || !hasKilled) {
                    ready.add(actor);
                }
                hasKilled |= actor.isGone();
            }
        }
    }
}
