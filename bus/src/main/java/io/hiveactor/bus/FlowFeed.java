package io.hiveactor.bus;

import io.hiveactor.runtime.ActorContext;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a bus for one Flow subscriber, which may take its time: only this actor waits for it. */
final class FlowFeed<T, E> extends FlowActor {
    private final Cursor cursor;
    private final FlowTarget<E> target;
    private final FlowDemand demand = new FlowDemand();
    private final FlowRead<T, E> read;

    FlowFeed(BusCore core, Cursor cursor, FlowTarget<E> target, Function<? super Entry<T>, ? extends E> form) {
        super(core);
        this.cursor = cursor;
        this.target = target;
        read = new FlowRead<>(core, cursor, demand, form);
    }

    @Override
    void work(ActorContext self) {
        Member member = core.member(self);
        member.cursor = cursor; // so that it ends with the actor
        core.subscribed(member.actor);
        core.unsubscribed(null); // whose it was until now
        demand.tells(read);
        target.lets(this::isUnwinding);
        if (self.blocking(() -> target.onSubscribe(demand))) {
            feed(self, member);
        }
        forget();
    }

    private void feed(ActorContext self, Member member) {
        FlowRead.Outcome outcome = read.perform(member);
        while (outcome == FlowRead.Outcome.ENTRIES && self.blocking(this::deliver)) {
            outcome = read.perform(member);
        }
        FlowRead.Outcome last = outcome;
        boolean unused = self.blocking(() -> end(last));
    }

    /** False if the subscriber wants nothing any more. */
    private boolean deliver() {
        while (read.hasNext() && !demand.isOver()) {
            demand.serve();
            if (!target.onNext(read.next())) {
                demand.cancel();
            }
        }
        return !demand.isOver();
    }

    private boolean end(FlowRead.Outcome why) {
        Long refused = demand.refused();
        if (refused != null) {
            target.onError(new IllegalArgumentException("a non-positive subscription request: " + refused));
        } else if (!demand.isOver() && why == FlowRead.Outcome.CLOSED) {
            target.onComplete();
        } else if (!demand.isOver() && why == FlowRead.Outcome.DEADLOCK) {
            target.onError(new IllegalStateException("who publishes on " + core + " is in a deadlock"));
        }
        return true;
    }

    /** The subscription is the subscriber's, for as long as that likes; the entries and the subscriber are not. */
    private void forget() {
        demand.tells(null);
        target.forget();
    }

    @Override
    void forsaken(@Nullable Throwable why) {
        if (!target.isIntroduced() && !target.onSubscribe(demand)) {
            demand.cancel();
        }
        if (!demand.isOver() && why != null) {
            target.onError(why);
        } else if (!demand.isOver()) {
            target.onComplete();
        }
        forget();
    }
}
