package io.hiveactor.runtime;

/**
 * The time that those who end with an actor have to do so, before its own end is told all the same.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Farewell extends ShardDeadline {
    private final Actor actor;
    /** How the actor ended, to be told. */
    ActorExit exit;

    Farewell(Actor actor, ActorExit exit) {
        this.actor = actor;
        this.exit = exit;
    }

    @Override
    void due(long nowNanos) {
        if (isWanted()) {
            actor.home.mortality.takeLeave(actor, this);
        }
    }
}
