package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * A hive as it was seen: each shard whole, at one moment of its own.
 *
 * @param hive its name
 * @param atNanos when the last shard was looked at, in the hive's time
 * @param shards in their order
 * @param outsideWaiters external threads that wait: to send, on a channel or a bus, or for a message in their inbox
 * @param outsideSources what may bring messages from outside: open inboxes, and what was announced
 * @param pool where the messages are
 * @param isWhole whether idle actors with nothing to tell are among the actors
 */
public record HiveSnapshot(
        String hive,
        long atNanos,
        List<ShardView> shards,
        List<ActorView> outsideWaiters,
        List<String> outsideSources,
        PoolView pool,
        boolean isWhole) {
    public HiveSnapshot {
        shards = List.copyOf(shards);
        outsideWaiters = List.copyOf(outsideWaiters);
        outsideSources = List.copyOf(outsideSources);
    }

    /** All actors of all shards. */
    public List<ActorView> actors() {
        return shards.stream().flatMap(shard -> shard.actors().stream()).toList();
    }

    /** Those who wait for something particular, who has waited longest first. */
    public List<ActorView> oldestWaiters(int most) {
        var waiting = new ArrayList<>(outsideSenders());
        for (ShardView shard : shards) {
            shard.actors().stream().filter(actor -> Waits.isParticular(actor.waitsFor())).forEach(waiting::add);
        }
        waiting.sort(Comparator.comparingLong(ActorView::sinceNanos));
        return List.copyOf(waiting.subList(0, Math.min(most, waiting.size())));
    }

    /**
     * External threads that wait on a channel or a bus, or for a message in their inbox. They are shown, and no verdict
     * depends on them: what an external thread does next is not known, and only registered sources count as outside.
     */
    public List<ActorView> externalWaits() {
        return outsideWaiters.stream().filter(HiveSnapshot::isServed).toList();
    }

    /** External threads that wait to send, in the same lines as actors. */
    List<ActorView> outsideSenders() {
        return outsideWaiters.stream().filter(each -> !isServed(each)).toList();
    }

    private static boolean isServed(ActorView thread) {
        return thread.activity() == Activity.AWAITING || thread.activity() == Activity.RECEIVING;
    }

    /** The fullest mailboxes, the fullest first. */
    public List<ActorView> deepestMailboxes(int most) {
        return first(most, actor -> actor.depth() > 0, actor -> -actor.depth());
    }

    /** The mailboxes with the oldest messages, the oldest first. */
    public List<ActorView> oldestMessages(int most) {
        return first(most, actor -> actor.depth() > 0, ActorView::oldestNanos);
    }

    /** What keeps slots of the pool and is no actor, what keeps most first. */
    public List<SlotHolder> keepers() {
        return shards.stream().flatMap(shard -> shard.keepers().stream())
                .sorted(Comparator.comparingInt(SlotHolder::slots).reversed()).toList();
    }

    /** The fullest channels, buses and feeds of all shards, and how many there are besides. */
    public Resources resources() {
        return Resources.merged(shards.stream().map(ShardView::resources));
    }

    /** Who keeps slots of the pool in use, who keeps most first; of actors, see {@link #keepers} for the rest. */
    public List<ActorView> poolHolders(int most) {
        return first(most, actor -> actor.slots() > 0, actor -> -actor.slots());
    }

    /** Who waits for something that the runtime does not know. */
    public List<ActorView> parkedOutside() {
        return first(Integer.MAX_VALUE, actor -> actor.activity() == Activity.PARKED, ActorView::sinceNanos);
    }

    HiveSnapshot map(UnaryOperator<ActorView> change) {
        List<ShardView> changed = shards.stream().map(shard -> shard.map(change)).toList();
        return new HiveSnapshot(hive, atNanos, changed, outsideWaiters, outsideSources, pool, isWhole);
    }

    /** All of it, for programs; a time that never comes is null. */
    public String toJson() {
        return Json.of(this);
    }

    private List<ActorView> first(int most, Predicate<ActorView> which, ToLongFunction<ActorView> order) {
        return actors().stream().filter(which).sorted(Comparator.comparingLong(order)).limit(most).toList();
    }
}
