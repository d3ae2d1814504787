package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.Reason;
import io.hiveactor.runtime.ActorContext;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bus for one Flow subscriber, which may take its time: only this actor waits for it.
 *
 * <p>The cursor is this actor's, and ends with it. Who subscribes has it admitted before this actor has begun, so that
 * nothing is missed that is published afterwards; but the actor asks, too, in case that one is killed on the way.
 */
final class FlowFeed<T, E> extends FlowActor {
    private final Cursor cursor = new Cursor();
    /** Owned by the shard of the bus; null until somebody has asked. */
    private @Nullable Admission admission;
    private final FlowTarget<E> target;
    private final FlowDemand demand = new FlowDemand();
    private final FlowRead<T, E> read;

    FlowFeed(BusCore core, FlowTarget<E> target, Function<? super Entry<T>, ? extends E> form) {
        super(core);
        this.target = target;
        read = new FlowRead<>(core, cursor, demand, form);
    }

    /** What the ring has said, or says now. By the shard of the bus. */
    Admission admission(Ring ring) {
        Admission present = admission;
        if (present == null) {
            present = Admission.to(ring, cursor);
            admission = present;
        }
        return present;
    }

    @Override
    void work(ActorContext self) {
        Member member = core.member(self);
        member.cursor = cursor; // before the call, in the middle of which the actor may be killed
        core.subscribed(member.actor, cursor);
        core.unsubscribed(null); // whose it was until now
        Reason refusal = member.<Admission>ask(this::admission).refusal();
        demand.tells(read);
        if (self.blocking(() -> target.onSubscribe(demand))) {
            Throwable failure = refusal == null ? feed(self, member) : failure(refusal);
            boolean unused = self.blocking(() -> end(failure));
        }
        forget();
    }

    /** Until the subscriber wants no more, or there is no more. @return null if there is none because of a close */
    private @Nullable Throwable feed(ActorContext self, Member member) {
        FlowRead.Outcome outcome = read.perform(member);
        while (outcome == FlowRead.Outcome.ENTRIES && self.blocking(this::deliver)) {
            outcome = read.perform(member);
        }
        return outcome == FlowRead.Outcome.DEADLOCK
                ? new IllegalStateException("the publishers on " + core + " are deadlocked")
                : null;
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

    /** A bus that is closed has nothing more to give; which is no error, for it could have been closed just after. */
    private @Nullable Throwable failure(Reason refusal) {
        return refusal == Reason.CLOSED ? null : new IllegalStateException("no subscription of " + core + ": " + refusal);
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
