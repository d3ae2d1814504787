package io.hiveactor.runtime;

/** Ends a wait that could never end, as if its time had come. A wait without a deadline knows what that means. */
final class FailCommand extends Command {
    private final Actor actor;
    private final int waitNumber;

    FailCommand(Actor actor, int waitNumber) {
        this.actor = actor;
        this.waitNumber = waitNumber;
    }

    @Override
    void arrive(Shard shard) {
        if (actor.suspensions == waitNumber && actor.state >= ActorState.SENDING && !actor.isGone()) {
            actor.timedOut = true;
            shard.runQueue.add(actor);
        }
    }
}
