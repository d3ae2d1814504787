package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.time.DeadlineWheel;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one shard: of waits, of timers, and of killed actors.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ShardTimers {
    /*
     * Actors only note what they want, in `pending`, because the wheel must not be touched at the end of a stack; the
     * loop brings it into the wheel. A timed wait that has ended by then never gets there.
     */
    private final Shard shard;
    private final DeadlineWheel wheel;
    private final StarvedTimers starved = new StarvedTimers();
    private long numbers;

    /** Deadlines to be looked at, the newest first. */
    @Nullable ShardDeadline pending;

    ShardTimers(Shard shard, @Nullable Schedule schedule) {
        this.shard = shard;
        wheel = new DeadlineWheel(schedule == null ? null : schedule::nextDue);
    }

    /** Nothing is due before this time. */
    long nextNanos() {
        return wheel.nextNanos();
    }

    /** How many deadlines are in the wheel. */
    int size() {
        return wheel.size();
    }

    long nextNumber() {
        return ++numbers;
    }

    /** Lets everything happen that is due. */
    void poll(long nowNanos) {
        schedulePending();
        wheel.poll(nowNanos);
        schedulePending();
        starved.retry(shard);
    }

    /** Has a deadline brought into the wheel, or out of it. A leaf. */
    void schedule(ShardDeadline deadline) {
        if (!deadline.isPending) {
            deadline.isPending = true;
            deadline.nextPending = pending;
            pending = deadline;
        }
    }

    /** The pending deadlines, the oldest first. */
    private @Nullable ShardDeadline takePending() {
        ShardDeadline newest = pending;
        pending = null;
        ShardDeadline oldest = null;
        while (newest != null) {
            ShardDeadline older = newest.nextPending;
            newest.nextPending = oldest;
            oldest = newest;
            newest = older;
        }
        return oldest;
    }

    void schedulePending() {
        ShardDeadline deadline = takePending();
        while (deadline != null) {
            ShardDeadline behind = deadline.nextPending;
            deadline.nextPending = null;
            deadline.isPending = false;
            if (deadline.wantedNanos == Clock.NEVER) {
                wheel.cancel(deadline);
            } else if (deadline.isWanted()
                    && !(deadline.isScheduled() && deadline.atNanos() <= deadline.wantedNanos)) {
                wheel.schedule(deadline, deadline.wantedNanos);
            }
            deadline = behind;
        }
    }

    /**
     * Sends a tick to a timer's actor.
     *
     * @return false if there was no slot; the tick follows when there is one
     */
    boolean tick(ActorTimer timer) {
        Envelope slot = shard.claimForTick();
        if (slot == null) {
            starved.add(timer);
            shard.pool.hunger(shard);
            return false;
        }
        slot.fill(Envelope.TIMER, timer.actor.id, 0, timer, 0);
        slot.correlation = timer.number();
        timer.isTickQueued = true;
        timer.actor.accept(slot, slot.index);
        return true;
    }
}
