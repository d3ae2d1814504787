package io.hiveactor.bus;

import io.hiveactor.bus.FlowActor.Start;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;

/**
 * A bus as a Flow, each of whose subscribers is a reader of its own.
 *
 * <p><b>Threads:</b> any thread.
 */
final class FlowPublisher<T, E> implements Flow.Publisher<E> {
    private final BusCore core;
    private final Function<? super Entry<T>, ? extends E> form;

    FlowPublisher(BusCore core, Function<? super Entry<T>, ? extends E> form) {
        this.core = core;
        this.form = form;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super E> subscriber) {
        var target = new FlowTarget<E>(core, Objects.requireNonNull(subscriber, "subscriber"));
        var feed = new FlowFeed<T, E>(core, target, form);
        Function<Ring, Admission> admission = feed::admission; // before anything has happened: it may not be linked yet
        Start start = start(feed);
        if (start == Start.STARTED) {
            // who is killed here leaves a feed that asks, too; and what the ring says is for that to tell
            Admission unused = core.ask(admission);
        } else if (start == Start.NO_ROOM) {
            refuse(target);
        }
    }

    private Start start(FlowFeed<T, E> feed) {
        Start start = Start.NO_ROOM;
        core.subscribedOutside(); // a reader that no actor has yet
        try {
            start = feed.start("flow of " + core.config.name());
        } finally {
            if (start != Start.STARTED) {
                core.unsubscribed(null);
            }
        }
        return start;
    }

    private void refuse(FlowTarget<E> target) {
        var demand = new FlowDemand();
        if (target.onSubscribe(demand) && !demand.isOver()) {
            target.onError(new IllegalStateException(
                    core.hive + " has " + core.hive.config().maxActors()
                            + " actors, the maximum of HiveConfig.maxActors, so there is none for a subscriber of "
                            + core));
        }
    }

    @Override
    public String toString() {
        return core + " as a Flow";
    }
}
