package io.hiveactor.runtime;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a hive: finds deadlocks, code that keeps its shard, and in mode BATON waits that do. A thread of the hive's
 * own; it sleeps while every shard does.
 *
 * <p><b>Threads:</b> any thread may call what is not private.
 */
final class Watchdog implements Runnable {
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Two searches for deadlocks are at least so far apart, and so many times as long as one takes. */
    private static final long BREATH_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int BREATHS = 20;

    private final Hive hive;
    private final Shard[] shards;
    private final WatchConfig config;
    private final @Nullable DeadlockWatch deadlocks;
    private final @Nullable ForeignWaitWatch foreignWaits;
    private final OverTimeWatch overTimes;
    private final Thread thread;
    private final long periodNanos;
    private final long lookNanos;
    private long examinedNanos;
    private long examinedDispatches;
    private long breathNanos = BREATH_NANOS;
    private volatile boolean isAsleep;
    private volatile boolean isExamWanted;
    private volatile boolean isClosed;

    /** @param deadlocks null if nobody wants to be told of any */
    Watchdog(Hive hive, Shard[] shards, @Nullable DeadlockWatch deadlocks) {
        this.hive = hive;
        this.shards = shards;
        this.deadlocks = deadlocks;
        config = hive.config().watch();
        foreignWaits = hive.fiberMode() == FiberMode.BATON ? new ForeignWaitWatch(hive, shards) : null;
        overTimes = new OverTimeWatch(hive, shards);
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
        if (deadlocks != null && !isExamWanted) {
            isExamWanted = true;
            LockSupport.unpark(thread);
        }
    }

    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        while (!isClosed) {
            isAsleep = true;
            if (areAllIdle() && !isExamWanted) {
                if (hasNews()) {
                    isExamWanted = true;
                } else {
                    LockSupport.park(this);
                }
            }
            isAsleep = false;
            if (!isExamWanted || hive.isClosing()) { // then there is no search any more, and so no rest after it
                LockSupport.parkNanos(this, lookNanos);
            }
            try {
                look();
            } catch (Throwable e) { // one look less
                Hive.log(Level.ERROR, "the watchdog of " + hive + " failed", e);
            }
        }
    }

    private void look() {
        for (int i = 0; i < shards.length && !isClosed && config.isOn(); i++) {
            overTimes.look(shards[i]);
        }
        for (int i = 0; i < shards.length && !isClosed && foreignWaits != null; i++) {
            foreignWaits.look(i);
        }
        boolean isDue = isExamWanted || hive.nowNanos() - examinedNanos >= periodNanos;
        if (isDue && deadlocks != null && !isClosed && !hive.isClosing()) {
            examine(deadlocks);
        }
    }

    private void examine(DeadlockWatch watch) {
        long restNanos = examinedNanos + breathNanos - hive.nowNanos();
        if (restNanos > 0 && examinedNanos > 0) {
            LockSupport.parkNanos(this, restNanos);
            return; // and look again: it is still wanted
        }
        isExamWanted = false;
        examinedDispatches = dispatches();
        long beginNanos = hive.nowNanos();
        if (hive.hasEndlessWaits()) {
            watch.examine();
        }
        examinedNanos = hive.nowNanos();
        breathNanos = Math.max(BREATH_NANOS, BREATHS * (examinedNanos - beginNanos));
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
