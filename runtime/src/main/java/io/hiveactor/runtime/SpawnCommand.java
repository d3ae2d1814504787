package io.hiveactor.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

/** Brings a new actor to its shard; what is sent to it follows the same way. */
final class SpawnCommand extends Command {
    private final Actor actor;
    /** It has arrived, or was refused: by the shard that has ended, or by the spawner, who has seen that. */
    private final AtomicBoolean isDone = new AtomicBoolean();

    SpawnCommand(Actor actor) {
        this.actor = actor;
    }

    Actor actor() {
        return actor;
    }

    /** The shard has ended. */
    void refuse() {
        if (isDone.compareAndSet(false, true)) {
            actor.setGone();
            actor.hive.actorEnded();
            actor.home.mortality.refused(actor);
        }
    }

    @Override
    void arrive(Shard shard) {
        if (isDone.compareAndSet(false, true)) {
            shard.adopt(actor);
        }
    }
}
