package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One shard at one moment.
 *
 * @param index its number
 * @param atNanos when, in the hive's time
 * @param actors those that live there; all as they were at that moment. Empty if the shard did not answer
 * @param keepers what keeps slots there and is no actor; empty if the shard did not answer
 * @param resources channels, buses and feeds there; none if the shard did not answer
 * @param cachedSlots free slots of the message pool that it has at hand
 * @param deadlines timers and timed waits
 * @param fibers virtual threads, spares included
 * @param turns how often it has looked after itself
 * @param parks how often it has gone to sleep
 * @param dispatches how often it has called or resumed an actor
 * @param messages how many messages its actors have been given
 * @param heldBy who holds the shard so that it did not answer in time; null if it did, or if nobody is known to
 * @param isMissing it did not answer in time
 */
public record ShardView(
        int index,
        long atNanos,
        List<ActorView> actors,
        List<SlotHolder> keepers,
        Resources resources,
        int cachedSlots,
        int deadlines,
        int fibers,
        long turns,
        long parks,
        long dispatches,
        long messages,
        @Nullable SlowHandler heldBy,
        boolean isMissing) {
    public ShardView {
        actors = List.copyOf(actors);
        keepers = List.copyOf(keepers);
    }

    ShardView map(UnaryOperator<ActorView> change) {
        return new ShardView(index, atNanos, actors.stream().map(change).toList(), keepers, resources, cachedSlots,
                deadlines, fibers, turns, parks, dispatches, messages, heldBy, isMissing);
    }
}
