package io.hiveactor.bus;

import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Publishes bytes on a bus, for one actor or for threads outside; see {@link BusPublisher} for the rest. The bytes are copied:
 * they are the caller's again when a call returns.
 *
 * <p><b>Threads:</b> an actor's: owner only, the actor's own code. {@link ByteBus#publisher()}: any thread but an actor.
 */
public final class BytePublisher extends Publishing {
    /** @param member null for threads outside */
    BytePublisher(BusCore core, @Nullable Member member) {
        super(core, member);
    }

    /** Publishes if that needs no wait. */
    public PublishStatus tryPublish(MemorySegment bytes) {
        return publish(checked(bytes), 0);
    }

    /** Publishes, and waits as long as it takes; see {@link #publish(MemorySegment, Duration)}. */
    public PublishStatus publish(MemorySegment bytes) {
        return publish(checked(bytes), Timeouts.FOREVER);
    }

    /** Publishes, and waits for a slot, and for room if the bus is configured to. */
    public PublishStatus publish(MemorySegment bytes, Duration timeout) {
        return publish(checked(bytes), Timeouts.nanos(timeout));
    }

    private PublishStatus publish(MemorySegment bytes, long timeoutNanos) {
        return publish(null, bytes, timeoutNanos);
    }

    /** An array can always be read. */
    private static MemorySegment checked(MemorySegment bytes) {
        if (bytes.isNative() && !bytes.scope().isAlive()) {
            throw new IllegalStateException("the memory of the bytes has been given back: " + bytes);
        } else if (bytes.isNative() && !bytes.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("the memory of the bytes is another thread's: " + bytes);
        }
        return bytes;
    }
}
