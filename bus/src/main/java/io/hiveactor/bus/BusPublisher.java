package io.hiveactor.bus;

import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes on a bus, for one actor or for external threads.
 *
 * <p>A full ring evicts its oldest entry, or, if the bus is {@link BusConfig#waiting()}, a publish waits for room. On
 * every bus a publish waits for a slot while the message pool is exhausted. A bus has one place in the pool's line,
 * with the priority of the publisher that was first to wait; further publishers of the same bus wait behind it in FIFO
 * order, whatever their priority. Two actors that wait for each other's reads wait forever, so publish without a
 * timeout only where that cannot happen. Whether it waits or not, {@code publish} lets other actors of the shard run
 * now and then, as a receive does; {@code tryPublish} does not.
 *
 * <p>For a publisher on another shard, PUBLISHED usually means that the entry is on its way. It arrives before anything
 * that the same publisher does on the bus, or sends to an actor of that shard, afterwards.
 *
 * <p><b>Threads:</b> an actor's: owner only, the actor's own code. {@link Bus#publisher()}: any thread but an actor.
 */
public final class BusPublisher<T> extends Publishing {
    /** @param member null for external threads */
    BusPublisher(BusCore core, @Nullable Member member) {
        super(core, member);
    }

    /** Publishes, but never waits. */
    public PublishStatus tryPublish(T value) {
        return publish(Objects.requireNonNull(value, "value"), MemorySegment.NULL, 0);
    }

    /** Publishes, and waits without a timeout; see {@link #publish(Object, Duration)}. */
    public PublishStatus publish(T value) {
        return publish(Objects.requireNonNull(value, "value"), MemorySegment.NULL, Timeouts.FOREVER);
    }

    /** Publishes, and waits for a slot of the message pool, and for room if the bus is configured to. */
    public PublishStatus publish(T value, Duration timeout) {
        return publish(Objects.requireNonNull(value, "value"), MemorySegment.NULL, Timeouts.nanos(timeout));
    }
}
