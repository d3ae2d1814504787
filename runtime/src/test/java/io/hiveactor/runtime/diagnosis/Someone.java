package io.hiveactor.runtime.diagnosis;

import java.util.List;

/** An actor made up by hand, seen at {@link #AT}. */
final class Someone {
    static final long SECOND = 1_000_000_000L;
    static final long AT = 1000 * SECOND;

    private final Identity identity;
    private Activity activity = Activity.REQUESTING;
    private Wait wait = new Wait.Nothing();
    private long since = AT;
    private long deadline = ActorView.NEVER;
    private int depth;
    private long oldest = ActorView.NEVER;
    private int slots;
    private boolean isZombie;
    private List<StackTraceElement> stack = List.of();

    private Someone(Identity identity) {
        this.identity = identity;
    }

    static Someone named(Identity identity) {
        return new Someone(identity);
    }

    Someone waits(Wait newWait) {
        wait = newWait;
        return this;
    }

    Someone does(Activity newActivity) {
        activity = newActivity;
        return this;
    }

    Someone since(double secondsAgo) {
        since = AT - (long) (secondsAgo * SECOND);
        return this;
    }

    Someone until(double secondsFromNow) {
        deadline = AT + (long) (secondsFromNow * SECOND);
        return this;
    }

    Someone mail(int messages, double oldestSecondsAgo) {
        depth = messages;
        oldest = AT - (long) (oldestSecondsAgo * SECOND);
        return this;
    }

    Someone keeps(int newSlots) {
        slots = newSlots;
        return this;
    }

    Someone killed() {
        isZombie = true;
        return this;
    }

    Someone at(StackTraceElement... frames) {
        stack = List.of(frames);
        return this;
    }

    ActorView seen() {
        int shard = identity.number() < 0 ? -1 : (int) (identity.number() % 2);
        return new ActorView(identity, shard, "NORMAL", activity, wait, 1, since, deadline, depth, oldest, slots, 0, 0, false,
                isZombie, stack);
    }

    static ShardView shard(int index, ActorView... actors) {
        return new ShardView(index, AT, List.of(actors), List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, null, false);
    }

    static HiveSnapshot hive(List<ShardView> shards, PoolView pool) {
        return new HiveSnapshot("main", AT, shards, List.of(), List.of(), pool, true);
    }

    static HiveSnapshot hive(ActorView... actors) {
        return hive(List.of(shard(0, actors)), new PoolView(64, 64, 0, 0, 0));
    }
}
