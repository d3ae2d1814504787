package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.Why;
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
        var cursor = new Cursor();
        Why refusal = core.<Admission>ask(ring -> Admission.to(ring, cursor)).refusal();
        if (refusal != null) {
            refuse(target, refusal);
            return;
        }
        core.subscribed(null); // a reader that no actor has yet
        if (!new FlowFeed<T, E>(core, cursor, target, form).start("flow of " + core.config.name())) {
            leave(cursor);
            refuse(target, new IllegalStateException(
                    core.hive + " has as many actors as it may have, so there is none for a subscriber of " + core));
        }
    }

    private void leave(Cursor cursor) {
        boolean isSubscribed = core.ask(ring -> {
            ring.unsubscribe(cursor);
            return cursor.isSubscribed;
        });
        assert !isSubscribed;
        core.unsubscribed(null);
    }

    /** A bus that is closed has nothing more to give; which is no error, for it could have been closed just after. */
    private void refuse(FlowTarget<E> target, Why why) {
        if (why == Why.CLOSED) {
            var demand = new FlowDemand();
            if (target.onSubscribe(demand) && !demand.isOver()) {
                target.onComplete();
            }
        } else {
            refuse(target, new IllegalStateException("no subscription of " + core + ": " + why));
        }
    }

    private static void refuse(FlowTarget<?> target, IllegalStateException why) {
        var demand = new FlowDemand();
        if (target.onSubscribe(demand) && !demand.isOver()) {
            target.onError(why);
        }
    }

    @Override
    public String toString() {
        return core + " as a Flow";
    }
}
