package io.hiveactor.runtime;

import io.hiveactor.runtime.explore.TurnChooser;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of an explored run: a {@link TurnChooser} decides which actor runs next, of all shards. Deadlines of one
 * instant expire in the order in which they were set: each concerns one actor, and all ready actors are choices.
 *
 * <p><b>Threads:</b> owner only, the thread that runs the simulation.
 */
final class ExploredSchedule extends Schedule {
    final TurnChooser chooser;
    /** Whether turns are described in words. */
    final boolean isTraced;
    /** The actor that runs next; null while none has been chosen. */
    @Nullable Actor chosen;

    private long stamps;

    ExploredSchedule(long seed, TurnChooser chooser, boolean isTraced) {
        super(seed);
        this.chooser = chooser;
        this.isTraced = isTraced;
    }

    /** A number larger than all before: actors of all shards are compared by when they became ready. */
    long nextStamp() {
        return ++stamps;
    }

    @Override
    RunQueue newRunQueue(ActorTable actors, int fairness) {
        return new ExploredRunQueue(actors, this);
    }

    /** A shard handles no message by itself; {@link ExploredRun} allows it one at a time. */
    @Override
    int turnLength(int most) {
        return 0;
    }

    @Override
    int nextDue(int count) {
        return 0;
    }
}
