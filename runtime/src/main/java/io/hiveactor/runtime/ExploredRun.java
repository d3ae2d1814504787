package io.hiveactor.runtime;

import io.hiveactor.runtime.explore.TurnChooser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the shards of a simulation one turn of one actor at a time, in the order that a {@link TurnChooser} chooses.
 *
 * <p><b>Threads:</b> owner only, the thread that runs the simulation.
 */
final class ExploredRun {
    /*
     * Before each choice the shards are settled, in the order of their numbers: each takes in what has reached its inbox
     * and lets deadlines expire, and runs no actor. Then every actor that can run is in a run queue, and the choice among
     * them is the only one there is. So a schedule is the sequence of actors that ran.
     *
     * While the hive closes nothing is chosen: actors run in the order in which they became ready. Simulated time passes
     * only when no actor can run, so those that never come to rest are stopped after a while, for the close to reach its
     * deadline and kill them.
     */
    private static final int MOST_CLOSING_TURNS = 10_000;

    private final Hive hive;
    private final Shard[] shards;
    private final ExploredSchedule schedule;
    private final TurnEffects effects;
    /** Whether an actor of the shard has run since the shard was settled. */
    private final boolean[] hasRun;
    private final List<Actor> ready = new ArrayList<>();
    private @Nullable Actor running;
    private int closingTurns;

    ExploredRun(Hive hive, ExploredSchedule schedule) {
        this.hive = hive;
        this.schedule = schedule;
        shards = hive.shards();
        hasRun = new boolean[shards.length];
        effects = new TurnEffects(hive, schedule.isTraced);
    }

    /**
     * Prepares the next step.
     *
     * @return the number of the shard that makes it; -1 if no actor can run
     */
    int next(long nowNanos) {
        int unsettled = findUnsettled(nowNanos);
        if (unsettled >= 0) {
            hasRun[unsettled] = false;
            return unsettled;
        }
        report();
        findReady();
        if (ready.isEmpty()) {
            return -1;
        }
        Actor actor = hive.isClosing() ? chooseWhileClosing() : ready.get(choose());
        if (actor == null) {
            return -1;
        }
        schedule.chosen = actor;
        actor.home.messagesLeft = 1;
        hasRun[actor.home.index] = true;
        if (!hive.isClosing()) {
            running = actor;
            effects.begin(actor);
        }
        return actor.home.index;
    }

    private int findUnsettled(long nowNanos) {
        for (Shard shard : shards) {
            if (!shard.hasEnded() && shard.hasWork(nowNanos)
                    && (hasRun[shard.index] || shard.needsTurn() || shard.nextDeadlineNanos() <= nowNanos)) {
                return shard.index;
            }
        }
        return -1;
    }

    private void report() {
        Actor ran = running;
        if (ran != null) {
            running = null;
            schedule.chooser.onTurn(effects.end(ran));
        }
    }

    private void findReady() {
        ready.clear();
        for (Shard shard : shards) {
            if (!shard.hasEnded()) {
                queue(shard).addReady(ready);
            }
        }
        ready.sort(Comparator.comparingLong(actor -> queue(actor.home).readySince(actor)));
    }

    private static ExploredRunQueue queue(Shard shard) {
        return (ExploredRunQueue) shard.runQueue;
    }

    private @Nullable Actor chooseWhileClosing() {
        if (++closingTurns <= MOST_CLOSING_TURNS) {
            return ready.getFirst();
        }
        return ready.stream().filter(Actor::isGone).findFirst().orElse(null);
    }

    private int choose() {
        int chosen = schedule.chooser.choose(ready.stream().map(actor -> actor.id.toString()).toList());
        return Objects.checkIndex(chosen, ready.size());
    }
}
