package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;

/**
 * The end of an actor's timed wait. Each actor has at most one, used again for every wait, and a wait that ends
 * early leaves it in the wheel: at its old time it looks whether a later one is wanted by then.
 */
final class WaitDeadline extends ShardDeadline {
    private final Actor actor;

    WaitDeadline(Actor actor) {
        this.actor = actor;
    }

    @Override
    boolean isWanted() {
        return wantedNanos != Clock.NEVER && actor.isTimedWait();
    }

    @Override
    protected Object owner() {
        return actor;
    }

    @Override
    void due(long nowNanos) {
        if (!isWanted()) {
            return;
        }
        if (wantedNanos <= nowNanos) {
            wantedNanos = Clock.NEVER;
            actor.timedOut = true;
            actor.shard().runQueue.add(actor);
        } else {
            actor.shard().timers.schedule(this);
        }
    }
}
