package io.hiveactor.runtime;

/**
 * The time that a killed actor's code has to end; after it the actor is given up, as a zombie.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Demise extends ShardDeadline {
    private final Actor actor;
    /** Everything but its frames and the message it was reading has been given back. */
    boolean isZombie;

    /** It has had its interrupt; code that waits on after that has until the end of its grace. */
    boolean isInterrupted;

    Demise(Actor actor) {
        this.actor = actor;
    }

    @Override
    void due(long nowNanos) {
        if (isWanted()) {
            actor.home.mortality.giveUp(actor, this);
        }
    }
}
