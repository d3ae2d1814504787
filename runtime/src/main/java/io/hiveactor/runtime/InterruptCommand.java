package io.hiveactor.runtime;

/** A killed actor that was going on has parked again in code of its own. */
final class InterruptCommand extends Command {
    private final Actor actor;

    InterruptCommand(Actor actor) {
        this.actor = actor;
    }

    @Override
    void arrive(Shard shard) {
        if (actor.state == ActorState.PARKED) {
            shard.mortality.interrupt(actor);
        }
    }
}
