package io.hiveactor.bus;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A publisher that waits for room in the ring or for a slot, with what it publishes then. */
interface AwaitingRoom {
    @Nullable Object object();

    MemorySegment bytes();

    /** Of the publisher, among those who wait for slots; 0 is the highest. */
    int priority();

    /** Its wait is over. By the shard of the bus; it is not in line any more. */
    void endsWith(PublishStatus status);
}
