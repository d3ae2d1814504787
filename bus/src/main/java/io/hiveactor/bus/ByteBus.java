package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;

/**
 * A bus whose entries are bytes, copied into the message pool and out of it; see {@link Bus} for the rest. It has no
 * Flow.
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

    /** Opens a bus, which lives until it or the hive is closed. */
    public static ByteBus open(Hive hive, BusConfig config) {
        return new ByteBus(BusCore.open(hive, config));
    }

    /** Returns the calling actor's publisher; repeated calls return the same instance. */
    public BytePublisher publisher(ActorContext context) {
        return core.member(context).bytePublisher();
    }

    /** Returns the publisher of external threads; a call that has to wait for the bus blocks its thread. */
    public BytePublisher publisher() {
        core.publishesOutside();
        return outside;
    }

    /**
     * Subscribes an actor, or returns the reason there is no subscription.
     *
     * @param mostBytes the size of its buffer; a longer entry is truncated to it, and marked so
     */
    public SubscribeResult<byte[]> trySubscribe(ActorContext context, int mostBytes) {
        return core.subscribe(core.member(context), checked(mostBytes));
    }

    /** Like {@link #trySubscribe(ActorContext, int)}. @throws IllegalStateException if there is no subscription */
    public Subscription<byte[]> subscribe(ActorContext context, int mostBytes) {
        return orThrow(trySubscribe(context, mostBytes));
    }

    /**
     * Subscribes a handler, which receives messages with this tag when there are entries; see
     * {@link Bus#subscribe(ActorContext, int)}.
     *
     * @param mostBytes as in {@link #trySubscribe(ActorContext, int)}
     */
    public Subscription<byte[]> subscribe(ActorContext context, int mostBytes, int tag) {
        Subscription<byte[]> subscription = subscribe(context, mostBytes);
        core.tellBy(subscription, core.member(context), tag);
        return subscription;
    }

    /** Subscribes an external thread; see {@link #trySubscribe(ActorContext, int)}. */
    public SubscribeResult<byte[]> trySubscribe(int mostBytes) {
        return core.subscribe(null, checked(mostBytes));
    }

    /** Like {@link #trySubscribe(int)}. @throws IllegalStateException if there is no subscription */
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

    /** Returns counters of this bus. */
    public BusStats stats() {
        return core.ask(Ring::stats);
    }

    /** Closes the bus if it has no subscribers. */
    public DestroyStatus destroy() {
        return core.destroy();
    }

    /** Closes the bus, like {@link Bus#close}. */
    @Override
    public void close() {
        core.close();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
