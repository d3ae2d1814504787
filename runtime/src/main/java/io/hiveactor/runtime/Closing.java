package io.hiveactor.runtime;

import io.hiveactor.runtime.CloseReport.NotAtRest;
import io.hiveactor.runtime.CloseReport.StuckActor;
import io.hiveactor.runtime.CloseReport.UndeliveredTo;
import io.hiveactor.runtime.diagnosis.Frames;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a hive ends: lets the actors come to rest, ends them, and gives up on what would not end.
 *
 * <p><b>Threads:</b> one closing thread; shards tell it when they go idle.
 */
final class Closing {
    /*
     * At rest is a hive in which every shard sleeps with every actor waiting for a message and none queued. A
     * message on its way to another shard has woken that shard already, so it is enough to find all of them at
     * rest twice in a row, without a turn of any of them in between.
     */
    /** For the shards to note what they leave behind, once they have given up on code that would not end. */
    private static final long REPORT_NANOS = 100_000_000;
    /** The same for shards that no actor's code holds: they are late for want of CPU, and their report is on its way. */
    private static final long LATE_REPORT_NANOS = 2_000_000_000;
    private static final long LAST_MOMENT_NANOS = 10_000_000;

    private final Hive hive;
    private final Shard[] shards;
    private final long deadlineNanos;
    private final Thread closer = Thread.currentThread();
    private final long undeliveredBefore;
    private volatile @Nullable CloseReport report;

    Closing(Hive hive, Shard[] shards, long deadlineNanos) {
        this.hive = hive;
        this.shards = shards;
        this.deadlineNanos = deadlineNanos;
        undeliveredBefore = undelivered();
    }

    /** A shard has gone to sleep. Any thread. */
    void shardIdle() {
        LockSupport.unpark(closer);
    }

    /** Null until it has run. */
    @Nullable CloseReport report() {
        return report;
    }

    CloseReport run() {
        for (Shard shard : shards) {
            shard.push(new Nudge());
        }
        boolean wasInterrupted = false;
        boolean drained = false;
        try {
            drained = hive.awaitOutside(this::isAtRest, deadlineNanos);
        } catch (InterruptedException e) {
            wasInterrupted = true;
        }
        hive.endsActors();
        long unwindNanos = Math.max(deadlineNanos, Clock.deadline(hive.nowNanos(), hive.killGraceNanos()));
        for (Shard shard : shards) {
            shard.push(new EndCommand(unwindNanos));
        }
        boolean isWaiting = true;
        while (isWaiting) {
            try {
                boolean isSettled = hive.awaitOutside(this::hasEnded, unwindNanos) || awaitReports(unwindNanos);
                isWaiting = !isSettled && hive.nowNanos() < unwindNanos;
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        CloseReport result = describe(drained);
        report = result;
        return result;
    }

    /** What is left until the deadline; a moment if it has passed. */
    Duration left() {
        return Duration.ofNanos(Math.max(deadlineNanos - hive.nowNanos(), LAST_MOMENT_NANOS));
    }

    private boolean isAtRest() {
        long[] turns = Arrays.stream(shards).mapToLong(Shard::turns).toArray();
        for (int look = 0; look < 2; look++) {
            for (int i = 0; i < shards.length; i++) {
                if (!shards[i].isRested() || shards[i].turns() != turns[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasEnded() {
        return Arrays.stream(shards).allMatch(Shard::hasEnded);
    }

    /** @return whether every shard has ended, or is held */
    private boolean awaitReports(long unwindNanos) throws InterruptedException {
        List<Turn> turns = Arrays.stream(shards).map(Turn::of).toList();
        return hive.awaitOutside(this::hasEnded, Clock.deadline(unwindNanos, REPORT_NANOS))
                || hive.awaitOutside(() -> turns.stream().allMatch(turn -> turn.shard.hasEnded() || turn.lasts()),
                        Clock.deadline(unwindNanos, LATE_REPORT_NANOS));
    }

    /** What a shard ran when the grace was over. An actor's code that it still runs later holds it. */
    private record Turn(Shard shard, @Nullable Actor actor, long dispatches) {
        static Turn of(Shard shard) {
            return new Turn(shard, shard.runningActor(), shard.dispatches());
        }

        boolean lasts() {
            return actor != null && actor == shard.runningActor() && dispatches == shard.dispatches();
        }
    }

    private long undelivered() {
        return Arrays.stream(shards).mapToLong(shard -> shard.mortality.undelivered()).sum();
    }

    private CloseReport describe(boolean drained) {
        var notAtRest = new ArrayList<NotAtRest>();
        var mailboxes = new ArrayList<UndeliveredTo>();
        var stuck = new ArrayList<StuckActor>();
        long undelivered = undelivered() - undeliveredBefore;
        for (Shard shard : shards) {
            mailboxes.addAll(shard.mortality.undeliveredTo());
            stuck.addAll(shard.mortality.stuck());
            List<NotAtRest> known = shard.mortality.notAtRest();
            notAtRest.addAll(known == null ? seenFromOutside(shard) : known);
            if (!shard.hasEnded()) {
                undelivered += describeHeld(shard, mailboxes, stuck);
            }
        }
        boolean isExplained = hasEnded() || !stuck.isEmpty(); // else nothing says why a shard is still at work
        return new CloseReport(drained && isExplained, notAtRest, undelivered, first(mailboxes), first(stuck));
    }

    /** The actors of a shard that an actor's code has held since before the actors were ended. */
    private static List<NotAtRest> seenFromOutside(Shard shard) {
        var found = new ArrayList<NotAtRest>();
        Actor running = shard.runningActor();
        for (Actor actor : shard.actors.at) {
            if (actor == null || actor.isErrand) {
                continue;
            }
            int state = actor.state;
            if (actor == running) {
                String line = Frames.lineOrTop(List.of(shard.runningThread.getStackTrace()));
                found.add(new NotAtRest(actor.id, "runs and keeps shard " + shard.index + " to itself, at " + line));
            } else if (actor.depth > 0 || (state != ActorState.IDLE && state != ActorState.RECEIVING)) {
                found.add(new NotAtRest(actor.id, ActorState.name(state) + " on shard " + shard.index
                        + ", which another actor's code keeps, messages in its mailbox: " + actor.depth));
            }
        }
        return found;
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(all.size(), CloseReport.MOST_LISTED));
    }

    /**
     * What is to be seen, from here, of a shard that some actor's code does not give back.
     *
     * @return how many messages are in its mailboxes
     */
    private static long describeHeld(Shard shard, List<UndeliveredTo> mailboxes, List<StuckActor> stuck) {
        Actor running = shard.runningActor();
        if (running != null) {
            stuck.add(new StuckActor(running.id, List.of(shard.runningThread.getStackTrace())));
        }
        long messages = 0;
        for (Actor actor : shard.actors.at) {
            if (actor == null) {
                continue;
            }
            int depth = actor.depth;
            if (depth > 0) {
                messages += depth;
                mailboxes.add(new UndeliveredTo(actor.id, depth));
            }
            Fiber aside = actor.fiber;
            if (aside != null && actor.state == ActorState.PARKED && stuck.size() < CloseReport.MOST_LISTED) {
                stuck.add(new StuckActor(actor.id, List.of(aside.thread().getStackTrace())));
            }
        }
        return messages;
    }
}
