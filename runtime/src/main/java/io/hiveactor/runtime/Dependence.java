package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * That one actor ends with another. When the child has ended first, this tells the parent's shard.
 *
 * <p><b>Threads:</b> owner only, the parent's shard, but for what never changes.
 */
final class Dependence extends Command {
    final Actor child;
    final Actor parent;
    /** The parent's other dependents. */
    @Nullable Dependence older;

    @Nullable Dependence younger;

    Dependence(Actor child, Actor parent) {
        this.child = child;
        this.parent = parent;
    }

    /** The child has ended. */
    @Override
    void arrive(Shard shard) {
        Ties ties = parent.ties;
        if (ties != null) {
            ties.removeDependent(this);
            shard.mortality.departed(parent);
        }
    }
}
