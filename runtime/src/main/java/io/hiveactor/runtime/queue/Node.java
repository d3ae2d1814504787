package io.hiveactor.runtime.queue;

import org.jspecify.annotations.Nullable;

/** Something that can stand in one {@link Inbox} at a time. */
public abstract class Node {
    /** Published by the inbox; after {@link Inbox#takeAll()} it belongs to the taker. */
    @Nullable Node next;

    /**
     * Detaches this node from a taken chain.
     *
     * @return the node behind it, or null at the end
     */
    public final @Nullable Node unlink() {
        Node behind = next;
        next = null;
        return behind;
    }
}
