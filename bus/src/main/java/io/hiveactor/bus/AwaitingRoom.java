package io.hiveactor.bus;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for room, with what he publishes then. */
interface AwaitingRoom {
    @Nullable Object object();

    MemorySegment bytes();

    /** Its wait is over. By the shard of the bus; it is not in line any more. */
    void endsWith(PublishStatus status);
}
