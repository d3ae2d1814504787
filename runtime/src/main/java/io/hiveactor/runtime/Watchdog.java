package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a hive: finds deadlocks, code that keeps its shard, and in mode JDK_SCHEDULER waits that do. A thread of the hive's
 * own; it sleeps while every shard does.
 *
 * <p><b>Threads:</b> any thread may call what is not private.
 */
final class Watchdog implements Runnable {
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Two searches for deadlocks are at least so far apart, and so many times as long as one takes. */
    private static final long BREATH_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** While there are deadlines: somebody will go on soon, and each time that all sleep again would be looked at. */
    private static final long LONGER_BREATH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The longest time between two searches while somebody waits for the pool and nothing is found. */
    private static final long LONGEST_BREATH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int BREATHS = 20;
    private static final Duration PARTING = Duration.ofSeconds(1);

    private final Hive hive;
    private final Shard[] shards;
    private final WatchConfig config;
    private final @Nullable DeadlockWatch deadlocks;
    private final @Nullable ShardBlockedWatch blockedShards;
    private final SlowHandlerWatch slowHandlers;
    private final Thread thread;
    private final long periodNanos;
    private final long lookNanos;
    private long examinedNanos;
    private long examinedDispatches;
    private long notBeforeNanos;
    /** How long after a search that found nothing the pool is looked at for a wait that has begun; longer each time. */
    private long poolBreathNanos = BREATH_NANOS;

    /** When shards that did not answer are asked again, and how long to wait before that; longer each time. */
    private long retryNanos = Clock.NEVER;

    private long retryBreathNanos = BREATH_NANOS;

    /** Somebody has begun to wait for the pool since it was looked at. */
    private volatile boolean isPoolSuspect;
    private volatile boolean isAsleep;
    private volatile boolean isExamWanted;
    private volatile boolean isClosed;

    /** @param deadlocks null if nobody wants to be told of any */
    Watchdog(Hive hive, Shard[] shards, @Nullable DeadlockWatch deadlocks) {
        this.hive = hive;
        this.shards = shards;
        this.deadlocks = deadlocks;
        config = hive.config().watch();
        blockedShards = hive.fiberMode() == FiberMode.JDK_SCHEDULER ? new ShardBlockedWatch(hive, shards) : null;
        slowHandlers = new SlowHandlerWatch(hive, shards);
        periodNanos = Times.nanos(config.period(), "period");
        long limitNanos = Times.nanos(config.handlerLimit(), "handlerLimit");
        lookNanos = limitNanos == 0 ? LONGEST_LOOK_NANOS : Math.min(LONGEST_LOOK_NANOS, Math.max(limitNanos / 4, 250_000));
        thread = new Thread(null, this, hive.config().name() + "-watch", 0, false);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A shard has woken up. */
    void shardAwake() {
        if (isAsleep) {
            isAsleep = false;
            LockSupport.unpark(thread);
        }
    }

    /** Every shard sleeps, or somebody has begun a wait that looks bad: a deadlock is to be found now. */
    void examineSoon() {
        if (deadlocks != null && !isExamWanted && !hive.isClosing()) {
            isExamWanted = true;
            LockSupport.unpark(thread);
        }
    }

    /** Somebody has begun to wait for the pool, or has ended: to be looked at soon, but less so if it often was nothing. */
    void examineSometime() {
        if (!isPoolSuspect) {
            isPoolSuspect = true;
            shardAwake(); // by a thread outside, who may have woken no shard
        }
    }

    /** Ends the thread, and a listener that waits there. By any thread, also by that listener. */
    void close(Duration left) {
        isClosed = true;
        thread.interrupt();
        try {
            if (thread != Thread.currentThread() && !thread.join(left.compareTo(PARTING) < 0 ? left : PARTING)) {
                Hive.log(Level.WARNING, "a listener of " + hive + " does not come back", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!isClosed) {
            rest();
            try {
                look();
            } catch (Throwable e) { // one look less
                Hive.log(Level.ERROR, "the watchdog of " + hive + " failed", e);
            }
        }
    }

    /** Until something may have happened that nobody has looked at. */
    private void rest() {
        isAsleep = true;
        if (areAllIdle() && !isExamWanted && !isPoolSuspect) {
            if (hasNews()) {
                isExamWanted = true;
            } else {
                sleep();
            }
        }
        isAsleep = false;
        if (!isExamWanted || hive.isClosing() || hive.nowNanos() < notBeforeNanos) {
            LockSupport.parkNanos(this, lookNanos);
        }
    }

    /** Until somebody wakes it, or until those can be told who were too many before. */
    private void sleep() {
        long owedFromNanos = owedFromNanos();
        if (owedFromNanos == Clock.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, owedFromNanos - hive.nowNanos());
        }
    }

    private long owedFromNanos() {
        return deadlocks == null ? Clock.NEVER : deadlocks.owedFromNanos();
    }

    private void look() {
        FlightRecords.lookAgain();
        lookAtCode();
        for (int i = 0; i < shards.length && !isClosed && blockedShards != null; i++) {
            blockedShards.look(i);
        }
        long nowNanos = hive.nowNanos();
        long sinceNanos = nowNanos - examinedNanos;
        boolean isDue = nowNanos >= notBeforeNanos
                && (isExamWanted || sinceNanos >= periodNanos || nowNanos >= owedFromNanos() || nowNanos >= retryNanos
                        || (isPoolSuspect && sinceNanos >= poolBreathNanos));
        if (isDue && deadlocks != null && !isClosed && !hive.isClosing()) {
            examine(deadlocks);
        }
    }

    private void lookAtCode() {
        for (int i = 0; i < shards.length && !isClosed && config.isOn(); i++) {
            slowHandlers.look(shards[i]);
        }
    }

    private void examine(DeadlockWatch watch) {
        long foundBefore = watch.found();
        boolean isForThePool = isPoolSuspect;
        isExamWanted = false;
        isPoolSuspect = false;
        examinedDispatches = dispatches();
        long breathNanos = hive.hasDeadlines() ? LONGER_BREATH_NANOS : BREATH_NANOS;
        boolean isComplete = false;
        try {
            DeadlockWatch.Outcome outcome = watch.examine(this::lookAtCode);
            breathNanos = Math.max(breathNanos, BREATHS * outcome.nanos());
            isComplete = outcome.isComplete();
        } finally {
            retryAfter(isComplete);
            examinedNanos = hive.nowNanos();
            notBeforeNanos = examinedNanos + breathNanos;
            boolean isFalseAlarm = isForThePool && watch.found() == foundBefore;
            poolBreathNanos = breathAfter(poolBreathNanos, isFalseAlarm);
        }
    }

    /** A shard that did not answer, because it was busy or had no CPU, may hide a deadlock: it is asked again. */
    private void retryAfter(boolean isComplete) {
        if (isComplete) {
            retryNanos = Clock.NEVER;
            retryBreathNanos = BREATH_NANOS;
        } else {
            examinedDispatches = -1; // also as soon as all sleep
            retryNanos = Clock.deadline(hive.nowNanos(), retryBreathNanos);
            retryBreathNanos = Math.min(2 * retryBreathNanos, periodNanos);
        }
    }

    /** How long to leave the pool alone next time. */
    static long breathAfter(long nanos, boolean isFalseAlarm) {
        return isFalseAlarm ? Math.min(2 * nanos, LONGEST_BREATH_NANOS) : BREATH_NANOS;
    }

    /**
     * Whether actors have run since the last search, now that every shard sleeps. The shard that sleeps last may have had
     * no actor to run, but a look to answer, so that nobody said that all is quiet.
     */
    private boolean hasNews() {
        return deadlocks != null && hive.hasEndlessWaits() && examinedDispatches != dispatches();
    }

    private long dispatches() {
        return Arrays.stream(shards).mapToLong(Shard::dispatches).sum();
    }

    boolean areAllIdle() {
        return Arrays.stream(shards).allMatch(shard -> shard.isIdle() || shard.hasEnded());
    }
}
