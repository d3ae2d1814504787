package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Doorbell;
import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.time.Clock;
import java.util.concurrent.locks.LockSupport;

/**
 * What a shard does that has nothing to do: it looks for work a little longer, and sleeps.
 *
 * <p><b>Threads:</b> owner only, the loop; it sleeps on the carrier, if there is one. {@link #beganInTurn}: any thread.
 */
final class Rest {
    private static final int SPINS_PER_LOOK = 8;

    private final Shard shard;
    private final Hive hive;
    private final Inbox inbox;
    private final Doorbell bell;
    private final long spinNanos;

    /** Everybody was told that the shard rests, and not yet that it does no more. */
    private boolean hasBegun;

    /** The shard's count of dispatches when it last rested. */
    private long restedDispatches;

    /** The turn after which every actor was found at rest, while the hive is closing. */
    private volatile long turn = -1;

    private long parks;

    Rest(Shard shard, Inbox inbox, Doorbell bell) {
        this.shard = shard;
        this.inbox = inbox;
        this.bell = bell;
        hive = shard.hive;
        HiveConfig config = hive.config();
        spinNanos = config.spinForever() ? Clock.NEVER : Times.nanos(config.idleSpin(), "idleSpin");
    }

    /** Looks for work a little longer; true if there is some. */
    boolean spins() {
        if (spinNanos == 0 || hive.isSimulated()) {
            return false;
        }
        shard.pool.forgetObjects(shard.cache(), 0);
        ShardTimers timers = shard.timers;
        long now = shard.clock.nanos();
        long until = Math.min(Clock.deadline(now, spinNanos), timers.nextNanos());
        while ((now < until || spinNanos == Clock.NEVER) && !hive.isClosing()) {
            for (int i = 0; i < SPINS_PER_LOOK; i++) {
                if (!inbox.isEmpty()) {
                    return true;
                }
                Thread.onSpinWait();
            }
            now = shard.clock.nanos();
            if (now >= timers.nextNanos()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Says that the shard is about to sleep.
     *
     * @return false if something has come by now
     */
    boolean begins(Thread loop) {
        if (hive.isClosing() && shard.mortality.isAtRest()) {
            turn = shard.turns();
        }
        shard.pool.forgetObjects(shard.cache(), 0);
        Thread.interrupted(); // or the sleep would be none
        bell.sleeps(shard.isCarried ? shard.carrier() : loop);
        if (shard.dispatches() != restedDispatches) { // some actor has run since
            restedDispatches = shard.dispatches();
            hive.rests();
        }
        if (!inbox.isEmpty()) {
            bell.isAwake();
            hive.shardAwake();
            return false;
        }
        hive.shardIdle();
        hasBegun = true;
        return true;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** Sleeps until something is pushed or a deadline comes. By the carrier, or the loop in mode JDK_SCHEDULER. */
    void sleep() {
        hasBegun = false;
        long at = shard.timers.nextNanos();
        long nanos = at == Clock.NEVER ? at : at - shard.clock.nanos();
        if (nanos > 0 && bell.isIdle()) {
            parks++;
            if (at == Clock.NEVER) {
                LockSupport.park(shard);
            } else {
                LockSupport.parkNanos(shard, nanos);
            }
        }
        shard.turnNanos = shard.clock.nanos();
        bell.isAwake();
        hive.shardAwake();
    }

    /** Whether every actor was at rest when the shard last lay down, in this turn. */
    boolean beganInTurn(long turns) {
        return turn == turns;
    }

    long parks() {
        return parks;
    }
}
