package io.hiveactor.bus;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.ActorPort;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what a Flow gives on a bus. Asks for more when it has published half of its window, so it never has more
 * than that window at hand.
 *
 * <p><b>Threads:</b> signals from any thread, one after the other; what they bring is published by the actor.
 */
final class FlowIntake<T> extends FlowActor implements Flow.Subscriber<T> {
    private static final System.Logger LOG = System.getLogger("io.hiveactor.bus");
    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(64);

    private final int window;
    private final @Nullable Consumer<? super Throwable> onFailure;
    private final FlowWindow<T> values;
    private final AtomicReference<Flow.@Nullable Subscription> upstream = new AtomicReference<>();
    /** The Flow has said that nothing more comes, or was cancelled. */
    private volatile boolean isUpstreamOver;
    private final AtomicBoolean isFailureTold = new AtomicBoolean();

    FlowIntake(BusCore core, int window, @Nullable Consumer<? super Throwable> onFailure) {
        super(core);
        if (window < 1) {
            throw new IllegalArgumentException("window must be positive: " + window);
        }
        this.window = window;
        this.onFailure = onFailure;
        values = new FlowWindow<>(window, "a value for " + core);
    }

    // ---- what the Flow says ----

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (!upstream.compareAndSet(null, subscription)) {
            subscription.cancel();
        } else if (start("flow into " + core.config.name()) == Start.NO_ROOM) {
            stop(new IllegalStateException(
                    core.hive + " has " + core.hive.config().maxActors()
                            + " actors, the maximum of HiveConfig.maxActors, so there is none to publish on " + core));
        }
    }

    @Override
    public void onNext(T value) {
        values.add(Objects.requireNonNull(value, "value"));
    }

    @Override
    public void onError(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        isUpstreamOver = true;
        values.end(failure);
        if (upstream.get() == null) { // against the rules, so there is no actor
            tell(failure);
        }
    }

    @Override
    public void onComplete() {
        isUpstreamOver = true;
        values.end(null);
    }

    // ---- what the actor does ----

    @Override
    void work(ActorContext self) {
        Throwable failure = publishAll(self, core.member(self));
        boolean unused = self.blocking(() -> {
            if (failure != null) {
                stop(failure);
            }
            return true;
        });
    }

    /** Until the Flow ends, or the bus does. @return why not all of it was published, or null */
    private @Nullable Throwable publishAll(ActorContext self, Member member) {
        BusPublisher<T> publisher = member.publisher();
        FlowBusClose close = FlowBusClose.watchedBy(member);
        Source[] news = {values, close};
        member.port.isExplainedBy(values, values);
        int half = (window + 1) / 2;
        int published = 0;
        Throwable refusal = request(self, window);
        while (refusal == null) {
            boolean isLast = values.isEnded();
            T value = values.peek();
            if (value != null) {
                if (!publish(self, publisher, value)) {
                    return busIsClosed();
                }
                values.remove(); // not before: until then it is lost if the actor is killed
                if (++published == half) {
                    refusal = request(self, half);
                    published = 0;
                }
            } else if (isLast) {
                boolean isAllThere = member.<Long>ask(Ring::cameTooLate) == 0; // behind all that is on its way
                return isAllThere ? values.failure() : busIsClosed();
            } else if (close.hasCome()) {
                return busIsClosed();
            } else {
                int first = member.port.select(news, ActorPort.NEVER);
                assert first >= 0;
            }
        }
        return refusal;
    }

    /** What the subscription throws, which the rules forbid; or null. */
    private @Nullable Throwable request(ActorContext self, int more) {
        var thrown = new AtomicReference<@Nullable Throwable>();
        boolean unused = self.blocking(() -> {
            Flow.Subscription from = upstream.get();
            try {
                if (from != null && !values.isEnded()) {
                    from.request(more);
                }
            } catch (Throwable e) {
                if (core.port.isUnwinding(e)) {
                    throw e;
                }
                thrown.set(e);
            }
            return true;
        });
        return thrown.get();
    }

    /** Publishes, however long that takes; after a DEADLOCK it tries again. @return false if the bus is closed */
    private boolean publish(ActorContext self, BusPublisher<T> publisher, T value) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            PublishStatus status = publisher.publish(value);
            boolean isPublished = switch (status) {
                case PUBLISHED -> true;
                case NO_MEMORY, DEADLOCK, WOULD_BLOCK, TIMEOUT, CLOSED, TOO_LARGE, INTERRUPTED -> false;
            };
            if (isPublished || status == PublishStatus.CLOSED) {
                return isPublished;
            }
            self.sleep(pause);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
        }
    }

    // ---- the end ----

    private IllegalStateException busIsClosed() {
        return new IllegalStateException(core + " was closed before all was published");
    }

    @Override
    void forsaken(@Nullable Throwable why) {
        if (!values.isDone()) {
            stop(why != null
                    ? why
                    : new IllegalStateException(core.hive + " was closed before all was published on " + core));
        }
    }

    private void stop(Throwable failure) {
        Throwable ofFlow = values.failure();
        if (ofFlow != null && ofFlow != failure) {
            failure.addSuppressed(ofFlow);
        }
        values.end(failure); // whatever else it gives is not wanted
        cancel(failure);
        tell(failure);
    }

    private void cancel(Throwable why) {
        Flow.Subscription from = upstream.get();
        if (from == null || isUpstreamOver) {
            return;
        }
        isUpstreamOver = true;
        try {
            from.cancel();
        } catch (Throwable e) {
            if (core.port.isUnwinding(e)) {
                throw e;
            }
            why.addSuppressed(e);
        }
    }

    private void tell(Throwable failure) {
        if (!isFailureTold.compareAndSet(false, true)) {
            return;
        }
        try {
            if (onFailure != null) {
                onFailure.accept(failure);
            } else {
                LOG.log(Level.WARNING, "not all of a Flow was published on " + core, failure);
            }
        } catch (Throwable e) {
            if (core.port.isUnwinding(e)) {
                throw e;
            }
            LOG.log(Level.WARNING, "the failure callback of a Flow into " + core + " failed", e);
        }
    }

    @Override
    public String toString() {
        return "a Flow subscriber that publishes on " + core;
    }
}
