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
        Throwable failure = outcome == FlowRead.Outcome.DEADLOCK
                ? new IllegalStateException("who publishes on " + core + " is in a deadlock")
                : null;
        boolean unused = self.blocking(() -> end(failure));
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

    /** The last word to a subscriber that wants one. @return true */
    private boolean end(@Nullable Throwable failure) {
        Long refused = demand.refused();
        if (refused != null) {
            target.onError(new IllegalArgumentException("a non-positive subscription request: " + refused));
        } else if (!demand.isOver() && failure != null) {
            target.onError(failure);
        } else if (!demand.isOver()) {
            target.onComplete();
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
        try {
            if (target.isIntroduced() || target.onSubscribe(demand)) {
                boolean unused = end(why);
            }
        } finally {
            forget();
        }
    }

    @Override
    public String toString() {
        return "a Flow of " + core;
    }
}
