package io.hiveactor.bus;

import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Publishes bytes on a bus, for one actor or for external threads; see {@link BusPublisher} for the rest. Bytes are a
 * {@code byte[]}, the remaining bytes of a {@link ByteBuffer}, whose position does not change, or a {@link
 * MemorySegment}. They are copied: when a call returns, the caller may change them.
 *
 * <p><b>Threads:</b> that of an actor: owner only, the actor's own code. {@link ByteBus#publisher()}: any thread but an
 * actor.
 */
public final class BytePublisher extends Publishing {
    /** @param member null for external threads */
    BytePublisher(BusCore core, @Nullable Member member) {
        super(core, member);
    }

    /** Publishes, but never waits. */
    public PublishStatus tryPublish(byte[] bytes) {
        return publish(MemorySegment.ofArray(bytes), 0);
    }

    /** Publishes, but never waits. */
    public PublishStatus tryPublish(ByteBuffer bytes) {
        return publish(MemorySegment.ofBuffer(bytes), 0);
    }

    /** Publishes, but never waits. */
    public PublishStatus tryPublish(MemorySegment bytes) {
        return publish(bytes, 0);
    }

    /** Publishes, and waits without a timeout; see {@link #publish(MemorySegment, Duration)}. */
    public PublishStatus publish(byte[] bytes) {
        return publish(MemorySegment.ofArray(bytes), Timeouts.FOREVER);
    }

    /** Publishes, and waits without a timeout; see {@link #publish(MemorySegment, Duration)}. */
    public PublishStatus publish(ByteBuffer bytes) {
        return publish(MemorySegment.ofBuffer(bytes), Timeouts.FOREVER);
    }

    /** Publishes, and waits without a timeout; see {@link #publish(MemorySegment, Duration)}. */
    public PublishStatus publish(MemorySegment bytes) {
        return publish(bytes, Timeouts.FOREVER);
    }

    /** Publishes, and waits for a slot and, if the bus is configured to wait, for room. */
    public PublishStatus publish(byte[] bytes, Duration timeout) {
        return publish(MemorySegment.ofArray(bytes), Timeouts.nanos(timeout));
    }

    /** Publishes, and waits for a slot and, if the bus is configured to wait, for room. */
    public PublishStatus publish(ByteBuffer bytes, Duration timeout) {
        return publish(MemorySegment.ofBuffer(bytes), Timeouts.nanos(timeout));
    }

    /** Publishes, and waits for a slot and, if the bus is configured to wait, for room. */
    public PublishStatus publish(MemorySegment bytes, Duration timeout) {
        return publish(bytes, Timeouts.nanos(timeout));
    }

    private PublishStatus publish(MemorySegment bytes, long timeoutNanos) {
        return publish(null, checked(bytes), timeoutNanos);
    }

    /** Throws before anything is published if the bytes cannot be read. An array always can. */
    private static MemorySegment checked(MemorySegment bytes) {
        if (bytes.isNative() && !bytes.scope().isAlive()) {
            throw new IllegalStateException("the memory of the bytes has been freed: " + bytes);
        } else if (bytes.isNative() && !bytes.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("the memory of the bytes belongs to another thread: " + bytes);
        }
        return bytes;
    }
}
