package io.hiveactor.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The run queue of a simulated shard: within a priority the seed chooses which ready actor runs next, as far as the
 * contract leaves that open.
 *
 * <p><b>Threads:</b> owner only.
 */
final class SeededRunQueue extends RunQueue {
    /*
     * What is promised within a priority is round-robin: an actor that has run lets all actors run that are ready by
     * then, before it runs again. Between actors of which neither has run while the other was ready, the order
     * depends on when messages and wake-ups happened to arrive. There the seed chooses.
     *
     * Killed actors end in the order in which they were killed.
     *
     * Time is counted in calls of this queue. Lists are in the order of readySince, so an actor may run before the first
     * of its list if and only if it has not run since the first became ready.
     */
    /** So that a choice among very many actors does not take very long. */
    private static final int MOST_CHOICES = 64;

    private final Schedule schedule;
    private long calls;
    /** When each actor became ready and when it last stopped running, by its number. */
    private long[] readySince = new long[16];

    private long[] ranUntil = new long[16];
    private @Nullable Actor[] known = new Actor[16];
    /** The actor that was taken last: it runs, or has stopped since. */
    private @Nullable Actor taken;

    SeededRunQueue(ActorTable actors, int fairness, Schedule schedule) {
        super(actors, fairness);
        this.schedule = schedule;
    }

    @Override
    void add(Actor actor) {
        if (actor.number >= readySince.length) {
            grow(actor.number); // first: at the end of a stack nothing has happened
        }
        calls++;
        if (known[actor.number] != actor) { // it has its number from one that has ended
            known[actor.number] = actor;
            ranUntil[actor.number] = 0;
            taken = taken != null && taken.number == actor.number ? null : taken;
        } else if (actor == taken) {
            ranUntil[actor.number] = calls;
        }
        readySince[actor.number] = calls;
        link(actor);
    }

    private void grow(int number) {
        int length = Math.max(number + 1, 2 * readySince.length);
        @Nullable Actor[] moreKnown = Arrays.copyOf(known, length);
        long[] moreRan = Arrays.copyOf(ranUntil, length);
        readySince = Arrays.copyOf(readySince, length);
        ranUntil = moreRan;
        known = moreKnown;
    }

    @Override
    Actor take() {
        calls++;
        Actor before = taken;
        if (before != null && ranUntil[before.number] < readySince[before.number]) {
            ranUntil[before.number] = calls;
        }
        int priority = choosePriority();
        long oldest = readySince[first(priority)];
        int eligible = 0;
        for (Actor actor = at(first(priority)); actor != null && eligible < MOST_CHOICES; actor = at(actor.nextReady)) {
            eligible += ranUntil[actor.number] <= oldest ? 1 : 0;
        }
        Actor chosen = unlink(priority, position(priority, oldest, schedule.nextReady(eligible)));
        readySince[chosen.number] = calls; // until it is added again, which tells whether it ended its run by that
        taken = chosen;
        return chosen;
    }

    /** The position in its list of the chosen one of the actors that may run next; a killed actor overtakes no other. */
    private int position(int priority, long oldest, int chosen) {
        int left = chosen;
        int position = 0;
        int firstKilled = -1;
        for (Actor actor = at(first(priority)); actor != null; actor = at(actor.nextReady)) {
            if (ranUntil[actor.number] <= oldest) {
                if (firstKilled < 0 && actor.isGone()) {
                    firstKilled = position;
                }
                if (left-- == 0) {
                    return actor.isGone() ? firstKilled : position;
                }
            }
            position++;
        }
        throw new IllegalStateException("no actor number " + chosen + " of priority " + priority + " may run");
    }
}
