package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;

/**
 * Publishes objects to everybody who subscribes: actors of any shard, and threads outside.
 *
 * <pre>{@code
 * Bus<Reading> readings = Bus.open(hive, BusConfig.of("readings", 1024));
 *
 * // an actor
 * PublishStatus status = readings.publisher(self).publish(new Reading(1, 20.5));
 *
 * // another one
 * Subscription<Reading> mine = readings.subscribe(self);
 * if (mine.read(ofSeconds(1)) instanceof Entry<Reading> entry) { ... }
 * }</pre>
 *
 * <p>Entries lie in the message pool. Each subscriber has a cursor of its own and sees what is published after it subscribed;
 * one that is too slow is told how many entries it missed. What an actor has subscribed ends with it.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Bus<T> implements AutoCloseable {
    private final BusCore core;
    private final BusPublisher<T> outside;

    private Bus(BusCore core) {
        this.core = core;
        outside = new BusPublisher<>(core, null);
    }

    /** A new bus, which lives until it is closed, or the hive is. */
    public static <T> Bus<T> open(Hive hive, BusConfig config) {
        return new Bus<>(BusCore.open(hive, config));
    }

    /** For an actor to publish with. The same object each time. */
    public BusPublisher<T> publisher(ActorContext context) {
        return core.member(context).publisher();
    }

    /** For threads outside to publish with; each call blocks the thread until it is over. */
    public BusPublisher<T> publisher() {
        core.publishesOutside();
        return outside;
    }

    /**
     * Subscribes an actor.
     *
     * @throws IllegalStateException if it has, if there are as many as there may be, or the bus is closed;
     *     {@link #trySubscribe} tells it
     */
    public Subscription<T> subscribe(ActorContext context) {
        return orThrow(trySubscribe(context));
    }

    /** Subscribes an actor. */
    public SubscribeResult<T> trySubscribe(ActorContext context) {
        return core.subscribe(core.member(context), 0);
    }

    /**
     * Subscribes a handler: when there are entries it gets a message with this tag, whose object is the subscription; it
     * should {@link Subscription#drain} that then, and is told again of later entries.
     */
    public Subscription<T> subscribe(ActorContext context, int tag) {
        Subscription<T> subscription = subscribe(context);
        core.tellBy(subscription, core.member(context), tag);
        return subscription;
    }

    /**
     * Subscribes a thread outside.
     *
     * @throws IllegalStateException as {@link #subscribe(ActorContext)}
     */
    public Subscription<T> subscribe() {
        return orThrow(trySubscribe());
    }

    /** Subscribes a thread outside. */
    public SubscribeResult<T> trySubscribe() {
        return core.subscribe(null, 0);
    }

    private Subscription<T> orThrow(SubscribeResult<T> result) {
        return switch (result) {
            case Subscription<T> subscription -> subscription;
            case NoSubscription<T>(var why) -> throw new IllegalStateException("no subscription of " + this + ": " + why);
        };
    }

    public BusStats stats() {
        return core.ask(Ring::stats);
    }

    /** Closes the bus if nobody reads it. */
    public DestroyStatus destroy() {
        return core.destroy();
    }

    /** Wakes everybody who waits, with CLOSED, and gives every slot back. From then on every call gives CLOSED. */
    @Override
    public void close() {
        core.close();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
