package io.hiveactor.bus;

import io.hiveactor.runtime.port.ShardSlots;
import org.jspecify.annotations.Nullable;

/** A place of a ring, and the entry in it. Owner only, the shard of the bus. */
final class Place {
    /** Where the message pool keeps the entry; NONE if there is no entry, or not any more. */
    int slot = ShardSlots.NONE;
    /** How many bytes it has. */
    int length;
    /** How many cursors have yet to read it. */
    int unread;
    /** How many have read it. */
    int reads;
    long publishedNanos;
    @Nullable Object object;

    boolean isEmpty() {
        return slot == ShardSlots.NONE;
    }
}
