package io.hiveactor.bus;

import io.hiveactor.runtime.port.OutsideCaller;
import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes on a bus, for one actor or for threads outside.
 *
 * <p>A full ring evicts its oldest entry; or, if the bus is configured so, a publish with a timeout waits for room. Two actors
 * that wait for each other's reads wait for ever: do not use an endless timeout in production without having thought that
 * through.
 *
 * <p><b>Threads:</b> an actor's: owner only, the actor's own code. {@link Bus#publisher()}: any thread but an actor.
 */
public final class BusPublisher<T> {
    private final BusCore core;
    private final @Nullable Member member;
    private final @Nullable PublishCall call;

    /** @param member null for threads outside */
    BusPublisher(BusCore core, @Nullable Member member) {
        this.core = core;
        this.member = member;
        call = member == null ? null : new PublishCall(core);
    }

    /** An actor's, which may wait at the ring; null for threads outside. */
    @Nullable PublishCall call() {
        return call;
    }

    /** Publishes now, or not at all. */
    public PublishStatus publish(T value) {
        return publish(Objects.requireNonNull(value, "value"), MemorySegment.NULL, 0);
    }

    /** Publishes, and waits for room where the bus is configured so. */
    public PublishStatus publish(T value, Duration timeout) {
        return publish(Objects.requireNonNull(value, "value"), MemorySegment.NULL, Timeouts.nanos(timeout));
    }

    PublishStatus publishBytes(MemorySegment bytes, long timeoutNanos) {
        if (!bytes.scope().isAlive()) {
            throw new IllegalStateException("the memory of the bytes has been given back: " + bytes);
        } else if (!bytes.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("the memory of the bytes is another thread's: " + bytes);
        }
        return publish(null, bytes, timeoutNanos);
    }

    private PublishStatus publish(@Nullable Object object, MemorySegment bytes, long timeoutNanos) {
        Member mine = member;
        PublishCall own = call;
        if (mine == null || own == null) {
            var made = new PublishCall(core);
            made.prepare(object, bytes);
            new OutsideCaller(core.hive, core.shard).perform(made, timeoutNanos);
            return made.outcome();
        }
        mine.port.enter();
        if (mine.caller.isHere()) {
            PublishStatus status = core.ring.publish(object, bytes);
            core.watchAge();
            if (status != PublishStatus.WOULD_BLOCK || timeoutNanos == 0) {
                return status;
            }
        }
        own.prepare(object, bytes);
        mine.caller.perform(own, timeoutNanos);
        return own.outcome();
    }
}
