package io.hiveactor.runtime;

/** Tells an actor's shard that one of those who end with it has ended. */
final class Departure extends Command {
    private final Actor child;
    private final Actor parent;

    Departure(Actor child, Actor parent) {
        this.child = child;
        this.parent = parent;
    }

    @Override
    void arrive(Shard shard) {
        Ties ties = parent.ties;
        if (ties != null) {
            ties.removeDependent(child);
            shard.mortality.departed(parent);
        }
    }
}
