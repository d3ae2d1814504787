package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * A timer of an actor.
 *
 * <p><b>Threads:</b> owner only, but for its number.
 */
final class ActorTimer extends ShardDeadline implements TimerId {
    final Actor actor;
    private final long number;
    /** 0 for one tick only. */
    private final long periodNanos;

    /** A tick lies unread in the mailbox; the next one is left out. */
    boolean isTickQueued;

    /** The actor's other timers. */
    @Nullable ActorTimer previous;

    @Nullable ActorTimer next;

    ActorTimer(Actor actor, long number, long atNanos, long periodNanos) {
        this.actor = actor;
        this.number = number;
        this.periodNanos = periodNanos;
        wantedNanos = atNanos;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    protected Object owner() {
        return actor;
    }

    @Override
    void due(long nowNanos) {
        if (!isWanted() || actor.isGone()) {
            return;
        }
        if (isTickQueued || actor.shard().timers.tick(this)) {
            goOn(nowNanos);
        }
    }

    /** After its tick is on its way: until the next one, or for good. */
    void goOn(long nowNanos) {
        if (periodNanos == 0) {
            actor.forget(this);
        } else {
            // the next point of the grid that lies ahead: late ticks have become one
            long missed = (nowNanos - wantedNanos) / periodNanos;
            wantedNanos = Clock.deadline(wantedNanos, (missed + 1) * periodNanos);
            actor.shard().timers.schedule(this);
        }
    }

    @Override
    public String toString() {
        return "timer " + number + " of " + actor.id;
    }
}
