package io.hiveactor.ipc;

import io.hiveactor.runtime.supervision.Siblings;

/**
 * The other children of a supervisor, for a child that is being started.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class TypedSiblings {
    private final Siblings siblings;

    TypedSiblings(Siblings siblings) {
        this.siblings = siblings;
    }

    /**
     * Returns the reference of a sibling. It stays valid over the sibling's restarts.
     *
     * @throws IllegalArgumentException if the supervisor has no such child, or it has ended for good
     */
    public <M> Ref<M> ref(TypedChild<M> child) {
        return Ref.of(siblings.hive(), siblings.id(child.name()));
    }
}
