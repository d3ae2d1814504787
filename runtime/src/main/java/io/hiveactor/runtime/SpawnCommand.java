package io.hiveactor.runtime;

/** Brings a new actor to its shard; what is sent to it follows the same way. */
final class SpawnCommand extends Command {
    private final Actor actor;

    SpawnCommand(Actor actor) {
        this.actor = actor;
    }

    Actor actor() {
        return actor;
    }

    /** The shard has ended. */
    void refuse() {
        actor.setGone();
        actor.hive.actorEnded();
        actor.leaveParent();
    }

    @Override
    void arrive(Shard shard) {
        shard.adopt(actor);
    }
}
