package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;

/** Ends a wait that could never end, as if its time had come. A wait without a deadline knows what that means. */
final class FailCommand extends Command {
    private final Actor actor;
    private final ActorView seen;

    /** @param seen the wait that is meant; another one is left alone */
    FailCommand(Actor actor, ActorView seen) {
        this.actor = actor;
        this.seen = seen;
    }

    @Override
    void arrive(Shard shard) {
        boolean isSame = actor.suspensions == seen.waitNumber() && actor.state >= ActorState.SENDING && !actor.isGone();
        if (isSame && ActorViews.of(actor).waitsFor().equals(seen.waitsFor())) {
            actor.timedOut = true;
            shard.runQueue.add(actor);
        }
    }
}
