package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Delivers published objects to all subscribers: actors of any shard, and external threads.
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
 * <p>Entries are stored in the message pool. Each subscriber has its own cursor and reads what is published after it
 * subscribed; a slow subscriber learns how many entries it missed. An actor's subscription ends with the actor.
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

    /** Opens a bus, which lives until it or the hive is closed. */
    public static <T> Bus<T> open(Hive hive, BusConfig config) {
        return new Bus<>(BusCore.open(hive, config));
    }

    /** Returns the calling actor's publisher; repeated calls return the same instance. */
    public BusPublisher<T> publisher(ActorContext context) {
        return core.member(context).publisher();
    }

    /** Returns the publisher of external threads; a call that has to wait for the bus blocks its thread. */
    public BusPublisher<T> publisher() {
        core.publishesOutside();
        return outside;
    }

    /**
     * Subscribes an actor.
     *
     * @throws IllegalStateException if the actor has subscribed already, the bus has its maximum of subscribers, or it
     *     is closed; {@link #trySubscribe} returns that as a result
     */
    public Subscription<T> subscribe(ActorContext context) {
        return orThrow(trySubscribe(context));
    }

    /** Subscribes an actor, or returns the reason there is no subscription. */
    public SubscribeResult<T> trySubscribe(ActorContext context) {
        return core.subscribe(core.member(context), 0);
    }

    /**
     * Subscribes a handler. When there are entries it receives one message with this tag, whose object is the
     * subscription; it should {@link Subscription#drain} it then. Later entries bring another message. The message
     * needs no slot, and no limit of the handler's mailbox counts, drops or conflates it.
     */
    public Subscription<T> subscribe(ActorContext context, int tag) {
        Subscription<T> subscription = subscribe(context);
        core.tellBy(subscription, core.member(context), tag);
        return subscription;
    }

    /**
     * Subscribes an external thread.
     *
     * @throws IllegalStateException as {@link #subscribe(ActorContext)}
     */
    public Subscription<T> subscribe() {
        return orThrow(trySubscribe());
    }

    /** Subscribes an external thread, or returns the reason there is no subscription. */
    public SubscribeResult<T> trySubscribe() {
        return core.subscribe(null, 0);
    }

    /**
     * Returns this bus as a Flow. Each of its subscribers is a reader of the bus with its own cursor: it receives what
     * is published after it subscribed, as it requests it. A slow subscriber misses entries as every reader does; to
     * see that, use {@link #asFlowOfEntries()}. Up to 16 requested entries are read ahead for it, unless entries are
     * consumed.
     *
     * <p>An actor of the hive calls the subscriber, which may block: only that actor waits, and publishers if the bus
     * is configured to wait. The actor is on another shard than the bus, if there is one.
     *
     * <p>A subscriber calls the hive as the actor that {@link Hive#current()} returns: in {@link FiberMode#OWN_CARRIER}
     * as that internal actor, which cannot make the calls of external threads; in {@link FiberMode#JDK_SCHEDULER} as an
     * external thread. To publish the entries of this bus on another one, subscribe a {@link #flowSubscriber} of that:
     * it works in both modes.
     *
     * <p>The Flow completes when the bus or the hive is closed; unread entries are lost. It ends with an error if the
     * bus has its maximum of subscribers, or the hive its maximum of actors; if that actor is killed; or if it waits
     * for an entry that can never come and the hive fails such waits. A subscriber that throws is cancelled.
     */
    public Flow.Publisher<T> asFlow() {
        return new FlowPublisher<T, T>(core, Entry::value);
    }

    /** Like {@link #asFlow()}, with the number of each entry, and of those that were missed before it. */
    public Flow.Publisher<Published<T>> asFlowOfEntries() {
        return new FlowPublisher<T, Published<T>>(core, Published::of);
    }

    /** Like {@link #flowSubscriber(int, Consumer)}; a failure is logged. */
    public Flow.Subscriber<T> flowSubscriber(int window) {
        return new FlowIntake<>(core, window, null);
    }

    /**
     * Returns a subscriber, for one Flow, that publishes all its values on this bus, by an actor of the hive. If a
     * publish on a full ring waits, it waits and requests nothing meanwhile; without a slot in the message pool it
     * waits for one. So it loses nothing.
     *
     * <p>When the Flow completes or fails, the bus stays open, and the values before that are published. When the bus
     * or the hive is closed, or that actor is killed, the Flow is cancelled, and values not yet published are lost.
     *
     * @param window number of values it requests ahead
     * @param onFailure called once, unless all values of the Flow are known to be published, with the reason: the
     *     failure of the Flow, the close of the bus or the hive, or the kill of the actor. It may make the same calls
     *     as a subscriber of {@link #asFlow()}
     */
    public Flow.Subscriber<T> flowSubscriber(int window, Consumer<? super Throwable> onFailure) {
        return new FlowIntake<>(core, window, Objects.requireNonNull(onFailure, "onFailure"));
    }

    private Subscription<T> orThrow(SubscribeResult<T> result) {
        return switch (result) {
            case Subscription<T> subscription -> subscription;
            case NoSubscription<T>(var reason) -> throw new IllegalStateException("no subscription of " + this + ": " + reason);
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

    /** Closes the bus: waiting calls end with CLOSED, all slots are freed, and every later call returns CLOSED. */
    @Override
    public void close() {
        core.close();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
