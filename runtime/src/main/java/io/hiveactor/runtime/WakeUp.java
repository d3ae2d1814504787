package io.hiveactor.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends one wait of one actor.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class WakeUp extends Command {
    private final Actor actor;
    private final AtomicBoolean isPushed = new AtomicBoolean();

    WakeUp(Actor actor) {
        this.actor = actor;
    }

    /** Has the actor look at its sources again. Only the first call does anything; a later wait has its own wake-up. */
    public void wake() {
        if (isPushed.compareAndSet(false, true)) {
            actor.hive.onForeignWake(actor);
            actor.home.push(this);
        }
    }

    @Override
    void arrive(Shard shard) {
        if (actor.state == ActorState.SELECTING && actor.selection().isRungBy(this)) {
            shard.runQueue.add(actor);
        }
    }
}
