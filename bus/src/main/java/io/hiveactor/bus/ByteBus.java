package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * A bus whose entries are bytes, copied into the message pool and out of it; see {@link Bus} for the rest. It has no Flow, which is
 * for objects.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ByteBus implements AutoCloseable {
    private final BusCore core;
    private final BytePublisher outside;

    private ByteBus(BusCore core) {
        this.core = core;
        outside = new BytePublisher(core, null);
    }

    /** A new bus, which lives until it is closed, or the hive is. */
    public static ByteBus open(Hive hive, BusConfig config) {
        return new ByteBus(BusCore.open(hive, config));
    }

    /** For an actor to publish with. The same object each time. */
    public BytePublisher publisher(ActorContext context) {
        return core.member(context).bytePublisher();
    }

    /** For threads outside to publish with; a call blocks the thread where it has to wait for the bus. */
    public BytePublisher publisher() {
        core.publishesOutside();
        return outside;
    }

    /** Publishes for an actor if that needs no wait. */
    public PublishStatus tryPublish(ActorContext context, MemorySegment bytes) {
        return publisher(context).tryPublish(bytes);
    }

    /** Publishes for an actor, and waits for a slot, and for room where the bus is configured so. */
    public PublishStatus publish(ActorContext context, MemorySegment bytes, Duration timeout) {
        return publisher(context).publish(bytes, timeout);
    }

    /** Publishes for an external thread if that needs no wait. */
    public PublishStatus tryPublish(MemorySegment bytes) {
        return publisher().tryPublish(bytes);
    }

    /** Publishes for an external thread. Waits for a slot and, where the bus is configured so, for room. */
    public PublishStatus publish(MemorySegment bytes, Duration timeout) {
        return publisher().publish(bytes, timeout);
    }

    /**
     * Subscribes an actor.
     *
     * @param mostBytes the size of its buffer: of a longer entry it gets the beginning, marked as truncated
     */
    public SubscribeResult<byte[]> trySubscribe(ActorContext context, int mostBytes) {
        return core.subscribe(core.member(context), checked(mostBytes));
    }

    /** As {@link #trySubscribe(ActorContext, int)}. @throws IllegalStateException if there is no subscription */
    public Subscription<byte[]> subscribe(ActorContext context, int mostBytes) {
        return orThrow(trySubscribe(context, mostBytes));
    }

    /**
     * Subscribes a handler, which is told of entries by messages with this tag; see {@link Bus#subscribe(ActorContext, int)}.
     *
     * @param mostBytes as {@link #trySubscribe(ActorContext, int)}
     */
    public Subscription<byte[]> subscribe(ActorContext context, int mostBytes, int tag) {
        Subscription<byte[]> subscription = subscribe(context, mostBytes);
        core.tellBy(subscription, core.member(context), tag);
        return subscription;
    }

    /** Subscribes a thread outside; see {@link #trySubscribe(ActorContext, int)}. */
    public SubscribeResult<byte[]> trySubscribe(int mostBytes) {
        return core.subscribe(null, checked(mostBytes));
    }

    /** As {@link #trySubscribe(int)}. @throws IllegalStateException if there is no subscription */
    public Subscription<byte[]> subscribe(int mostBytes) {
        return orThrow(trySubscribe(mostBytes));
    }

    private static int checked(int mostBytes) {
        if (mostBytes < 0) {
            throw new IllegalArgumentException("mostBytes must not be negative: " + mostBytes);
        }
        return mostBytes;
    }

    private Subscription<byte[]> orThrow(SubscribeResult<byte[]> result) {
        return switch (result) {
            case Subscription<byte[]> subscription -> subscription;
            case NoSubscription<byte[]>(var reason) ->
                    throw new IllegalStateException("no subscription of " + this + ": " + reason);
        };
    }

    public BusStats stats() {
        return core.ask(Ring::stats);
    }

    /** Closes the bus if nobody reads it. */
    public DestroyStatus destroy() {
        return core.destroy();
    }

    /** As {@link Bus#close}. */
    @Override
    public void close() {
        core.close();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
