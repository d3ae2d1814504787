package io.hiveactor.runtime.diagnosis;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.stream.Stream;

/** Views of actors, and snapshots of them, as a test needs them. */
final class Views {
    private final Identity identity;
    private Activity activity = Activity.SELECTING;
    private Wait wait = new Wait.Nothing();
    private int waitNumber = 1;
    private long deadlineNanos = ActorView.NEVER;
    private int depth;
    private int slots;
    private int timers;
    private boolean hearsTicks;
    private boolean isZombie;

    private Views(Identity identity) {
        this.identity = identity;
    }

    static Views actor(Identity identity) {
        return new Views(identity);
    }

    /** An actor that waits. */
    static Views waiting(Identity identity, Wait wait) {
        return actor(identity).waitsFor(wait);
    }

    static Views running(Identity identity) {
        return actor(identity).does(Activity.RUNNING);
    }

    static Views idle(Identity identity) {
        return actor(identity).does(Activity.RECEIVING).waitsFor(new Wait.AnyMessage("a message"));
    }

    /** An actor that waits for a channel. */
    static Views awaiting(Identity identity, Identity... servers) {
        return actor(identity).does(Activity.AWAITING).waitsFor(served(servers));
    }

    static Wait served(Identity... servers) {
        return new Wait.Served("room on app:log", List.of(servers));
    }

    static Wait hears(Identity sender) {
        return new Wait.From(sender, false, "from " + sender);
    }

    /** A hive with a free slot. */
    static HiveSnapshot snapshot(Views... actors) {
        List<ActorView> views = Stream.of(actors).map(Views::view).toList();
        int inUse = views.stream().mapToInt(ActorView::slots).sum();
        return snapshot(views, List.of(), List.of(), new PoolView(inUse + 1, 1, 0, 0, 0), 0);
    }

    /** A hive whose slots are all in use by its actors. */
    static HiveSnapshot exhausted(Views... actors) {
        List<ActorView> views = Stream.of(actors).map(Views::view).toList();
        int inUse = views.stream().mapToInt(ActorView::slots).sum();
        return snapshot(views, List.of(), List.of(), new PoolView(inUse, 0, 0, 0, 1), 0);
    }

    static HiveSnapshot snapshot(
            List<ActorView> actors, List<ActorView> threads, List<String> sources, PoolView pool, int cached) {
        var shard = new ShardView(0, 0, actors, List.of(), Resources.NONE, cached, 0, 0, 0, 0, 0, 0, null, false);
        return new HiveSnapshot("test", 0, List.of(shard), threads, sources, pool, true);
    }

    @CanIgnoreReturnValue
    Views does(Activity value) {
        activity = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views waitsFor(Wait value) {
        wait = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views waitNumber(int value) {
        waitNumber = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views deadline(boolean hasOne) {
        deadlineNanos = hasOne ? 1_000 : ActorView.NEVER;
        return this;
    }

    @CanIgnoreReturnValue
    Views depth(int value) {
        depth = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views slots(int value) {
        slots = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views timers(int value) {
        timers = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views hearsTicks(boolean value) {
        hearsTicks = value;
        return this;
    }

    @CanIgnoreReturnValue
    Views zombie() {
        isZombie = true;
        return this;
    }

    ActorView view() {
        int shard = identity.number() < 0 ? -1 : 0;
        long oldestNanos = depth > 0 ? 0 : ActorView.NEVER;
        return new ActorView(identity, shard, "NORMAL", activity, wait, waitNumber, 0, deadlineNanos, depth, oldestNanos,
                slots, 0, timers, hearsTicks, isZombie, List.of());
    }
}
