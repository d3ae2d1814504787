package io.hiveactor.runtime;

import io.hiveactor.runtime.CloseReport.StuckActor;
import io.hiveactor.runtime.CloseReport.UndeliveredTo;
import io.hiveactor.runtime.fiber.Fiber;
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
    private static final double DRAIN_SHARE = 0.7;
    /** What the shards have at the end for saying what they leave behind: a fifth of the whole, or this. */
    private static final long MOST_FOR_REPORTS = 100_000_000;
    private static final long LAST_MOMENT_NANOS = 10_000_000;

    private final Hive hive;
    private final Shard[] shards;
    private final long startNanos;
    private final long deadlineNanos;
    private final Thread closer = Thread.currentThread();
    private final long undeliveredBefore;
    private volatile @Nullable CloseReport report;

    Closing(Hive hive, Shard[] shards, long startNanos, long deadlineNanos) {
        this.hive = hive;
        this.shards = shards;
        this.startNanos = startNanos;
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
            drained = hive.awaitOutside(this::isAtRest, drainDeadline());
        } catch (InterruptedException e) {
            wasInterrupted = true;
        }
        hive.endsActors();
        for (Shard shard : shards) {
            shard.push(new EndCommand(unwindDeadline()));
        }
        while (true) {
            try {
                drained &= hive.awaitOutside(this::hasEnded, deadlineNanos);
                break;
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

    private long drainDeadline() {
        return startNanos + (long) ((deadlineNanos - startNanos) * DRAIN_SHARE);
    }

    private long unwindDeadline() {
        return deadlineNanos - Math.min((deadlineNanos - startNanos) / 5, MOST_FOR_REPORTS);
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

    private long undelivered() {
        return Arrays.stream(shards).mapToLong(shard -> shard.mortality.undelivered()).sum();
    }

    private CloseReport describe(boolean drained) {
        var mailboxes = new ArrayList<UndeliveredTo>();
        var stuck = new ArrayList<StuckActor>();
        long undelivered = undelivered() - undeliveredBefore;
        for (Shard shard : shards) {
            mailboxes.addAll(shard.mortality.undeliveredTo());
            stuck.addAll(shard.mortality.stuck());
            if (!shard.hasEnded()) {
                undelivered += describeHeld(shard, mailboxes, stuck);
            }
        }
        return new CloseReport(drained, undelivered, first(mailboxes), first(stuck));
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
