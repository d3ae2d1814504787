package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.SlotHolder;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has a shard describe itself: through its inbox, so that it is done between two messages, and all of it is of one moment.
 *
 * <p><b>Threads:</b> made and read by who asks; in between it is the shard's.
 */
final class ShardSurvey extends Command {
    /**
     * What a shard says of itself.
     *
     * @param actors those that are described, so that their stacks can be looked at and their waits ended
     * @param nanos how long that took
     */
    record Answer(ShardView view, Map<Long, Actor> actors, long nanos) {}

    /** What of a shard is described. */
    enum Scope {
        /** All of it. */
        WHOLE,
        /** The actors of which there is something to say, and nothing else. */
        EVENTFUL,
        /** The actors with a registered name, and channels, buses and feeds. */
        NAMED
    }

    private final Shard shard;
    private final Scope scope;
    private final Set<Actor> named;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<State> state = new AtomicReference<>(State.ASKED);
    private volatile @Nullable Answer answer;
    private volatile @Nullable Throwable failure;

    private enum State {
        /** Until the shard, or who asks, goes first. */
        ASKED,
        /** The shard answers, or has. */
        BEGUN,
        /** Who asked does not wait for it any more. */
        WITHDRAWN
    }

    ShardSurvey(Shard shard, Scope scope) {
        this(shard, scope, Set.of());
    }

    /** @param named the actors of the shard that have a name, for {@link Scope#NAMED} */
    ShardSurvey(Shard shard, Scope scope, Set<Actor> named) {
        this.shard = shard;
        this.scope = scope;
        this.named = named;
    }

    @Override
    void arrive(Shard here) {
        if (!state.compareAndSet(State.ASKED, State.BEGUN)) {
            shard.unwantedSurveys.decrementAndGet();
            return;
        }
        try {
            answer = describe();
        } catch (Throwable e) { // who asked is told; the shard goes on
            failure = e;
        }
        done.countDown();
    }

    /** Whether it was answered or withdrawn, after waiting for so long. */
    boolean isOver(long nanos) throws InterruptedException {
        return state.get() == State.WITHDRAWN || done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Withdraws a question that the shard has got, unless it has begun to answer. */
    void withdraw() {
        if (state.get() == State.ASKED) {
            shard.unwantedSurveys.incrementAndGet(); // before the shard can know
            if (!state.compareAndSet(State.ASKED, State.WITHDRAWN)) {
                shard.unwantedSurveys.decrementAndGet();
            }
        }
    }

    /** Withdraws a question that the shard was not given. */
    void isNotAsked() {
        state.set(State.WITHDRAWN);
    }

    /** By the shard, or while it is known to stand still. */
    private Answer describe() {
        long beginNanos = shard.clock.nanos();
        List<ActorView> views = new ArrayList<>();
        Map<Long, Actor> actors = new HashMap<>();
        described(actor -> {
            ActorView view = ActorViews.of(actor);
            views.add(view);
            if (!view.isZombie()) { // whose number may be that of its successor
                actors.put(actor.id.number(), actor);
            }
        });
        List<SlotHolder> keepers = shard.kept.stream().map(KeptSlots::view).toList();
        boolean hasResources = scope != Scope.EVENTFUL && !shard.hasEnded();
        Resources resources = hasResources ? shard.hive.resources(shard.index) : Resources.NONE;
        return new Answer(view(shard, views, keepers, resources, null, false), actors, shard.clock.nanos() - beginNanos);
    }

    private void described(Consumer<Actor> action) {
        if (scope == Scope.NAMED) {
            named.stream().filter(actor -> !actor.isGone()).forEach(action);
            return;
        }
        for (int i = 0; i < shard.actors.bound(); i++) {
            Actor actor = shard.actors.at[i];
            if (actor != null && (scope == Scope.WHOLE || !ActorViews.isUneventful(actor))) {
                action.accept(actor);
            }
        }
    }

    /** What is known of a shard that did not answer. Any thread. */
    static ShardView missing(Shard shard, @Nullable SlowHandler heldBy) {
        return view(shard, List.of(), List.of(), Resources.NONE, heldBy, true);
    }

    /** A few of a shard's actors, and nothing of the others. */
    static ShardView incomplete(Shard shard, List<ActorView> some) {
        return view(shard, some, List.of(), Resources.NONE, null, true);
    }

    private static ShardView view(
            Shard shard, List<ActorView> views, List<SlotHolder> keepers, Resources resources, @Nullable SlowHandler heldBy,
            boolean isMissing) {
        return new ShardView(shard.index, shard.clock.nanos(), views, keepers, resources, shard.cachedSlots(),
                shard.scheduledDeadlines(), shard.fibers(), shard.turns(), shard.parks(), shard.dispatches(),
                shard.messages(), heldBy, isMissing);
    }

    Shard shard() {
        return shard;
    }

    /**
     * Null until the shard has answered.
     *
     * @throws IllegalStateException if it could not
     */
    @Nullable Answer answer() {
        Throwable why = failure;
        if (why != null) {
            throw new IllegalStateException("shard " + shard.index + " could not be described", why);
        }
        return answer;
    }
}
