package io.hiveactor.bus;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.OutsideCaller;
import io.hiveactor.runtime.port.ShardSlots;
import io.hiveactor.runtime.port.ShardTimer;
import io.hiveactor.runtime.port.SlotReceiver;
import io.hiveactor.runtime.port.Timeouts;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bus, whatever its entries are: its ring, the shard that owns it, and who uses it.
 *
 * <p><b>Threads:</b> any thread; the ring is the shard's.
 */
final class BusCore implements SlotReceiver {
    final Hive hive;
    final HivePort port;
    final BusConfig config;
    final int shard;
    /** Owned by the shard. */
    final Ring ring;

    final ObservedBus observed;
    private final ShardSlots slots;
    private final ShardTimer expiry;
    private final boolean hasAge;
    private final Runnable atClose = this::hiveHasClosed;
    // for who explains a wait: actors, until they end, and how many of those who read are threads
    private final Set<ActorId> publishers = ConcurrentHashMap.newKeySet();
    private final Map<ActorId, Cursor> subscribers = new ConcurrentHashMap<>();
    private final AtomicInteger outsideSubscribers = new AtomicInteger();
    private volatile boolean isPublishedOutside;
    /** Set once the ring is closed. */
    private volatile boolean isClosed;
    private final AtomicInteger beside = new AtomicInteger();

    BusCore(Hive hive, BusConfig config) {
        this.hive = hive;
        this.config = config;
        port = HivePort.of(hive);
        shard = config.shard();
        if (shard >= port.shards()) {
            throw new IllegalArgumentException(
                    hive + " has shards 0 to " + (port.shards() - 1) + ", there is no shard " + shard);
        }
        hasAge = !config.maxAge().isZero();
        slots = port.slots(
                shard, "bus " + config.name(), () -> hasAge || outsideSubscribers.get() > 0, this::slotGranted);
        if (config.maxBytes() > slots.maxPayload()) {
            throw new IllegalArgumentException("a message of " + hive + " has at most " + slots.maxPayload()
                    + " bytes, so an entry cannot have " + config.maxBytes());
        }
        Rehearsal.run();
        expiry = port.timer(shard, this::expire);
        ring = new Ring(config, slots, hive::nowNanos, new BusEvents(config.name()));
        observed = new ObservedBus(this);
    }

    static BusCore open(Hive hive, BusConfig config) {
        if (hive.isClosed()) {
            throw new IllegalStateException(hive + " is closed");
        }
        var core = new BusCore(hive, config);
        hive.atClose(core.atClose);
        core.port.observe(core.shard, core.observed);
        return core;
    }

    private void expire() {
        ring.expire();
        watchAge();
    }

    private void slotGranted() {
        ring.slotGranted();
        watchAge();
    }

    /** What the first publisher in line waits for if it is a slot; else null. <b>Threads:</b> any thread. */
    @Nullable Wait awaitedSlot() {
        return slots.awaited();
    }

    /** Has the oldest entry go when it is too old. By the shard, after each change. */
    void watchAge() {
        if (hasAge) {
            long at = ring.nextExpiry();
            expiry.set(at == Timeouts.FOREVER ? ActorPort.NEVER : at);
        }
    }

    // ---- entries from elsewhere ----

    @Override
    public boolean admits() {
        return !isClosed && !port.isClosing() && ring.credit().tryTake();
    }

    @Override
    public void arrived(int slot, @Nullable Object object, int length) {
        ring.arrived(slot, object, length);
        watchAge();
    }

    // ---- who uses it ----

    /** An actor's part in this bus. */
    Member member(ActorContext context) {
        return Members.of(context, this);
    }

    void publishes(ActorId actor) {
        publishers.add(actor);
    }

    void publishesOutside() {
        if (!isPublishedOutside) {
            isPublishedOutside = true;
        }
    }

    /** A thread outside reads, or somebody who is no actor yet. */
    void subscribedOutside() {
        outsideSubscribers.incrementAndGet();
    }

    void subscribed(@Nullable ActorId actor, Cursor cursor) {
        if (actor == null) {
            subscribedOutside();
        } else {
            subscribers.put(actor, cursor);
        }
    }

    void unsubscribed(@Nullable ActorId actor) {
        if (actor == null) {
            outsideSubscribers.decrementAndGet();
        } else {
            subscribers.remove(actor);
        }
    }

    void ended(ActorId actor) {
        publishers.remove(actor);
    }

    Set<ActorId> publishers() {
        return publishers;
    }

    /** Those of the subscribers who have not read the oldest entry. */
    Set<ActorId> behind() {
        var behind = new HashSet<ActorId>();
        subscribers.forEach((actor, cursor) -> {
            if (ring.isHeldBackBy(cursor)) {
                behind.add(actor);
            }
        });
        return behind;
    }

    boolean isPublishedOutside() {
        return isPublishedOutside;
    }

    boolean isReadOutside() {
        return outsideSubscribers.get() > 0;
    }

    /** The shard has ended, so what was its own is whose this lock is: all rings there use the same slots. */
    private void hiveHasClosed() {
        synchronized (port) {
            ring.close();
            isClosed = true;
        }
    }

    /** Answers a question when the hive has closed: that of a bus which is closed. */
    <R> R askClosed(Function<Ring, R> question) {
        synchronized (port) {
            hiveHasClosed();
            return question.apply(ring);
        }
    }

    /** Whether nothing will ever be published any more. */
    boolean isClosed() {
        return isClosed;
    }

    /** Subscribes an actor; or a thread outside, which is no member. */
    <T> SubscribeResult<T> subscribe(@Nullable Member member, int mostBytes) {
        if (member == null) {
            var outside = new Cursor();
            return this.<Admission>askOutside(at -> Admission.to(at, outside)).result(this, null, outside, mostBytes);
        }
        Cursor present = member.cursor;
        if (present != null && member.<Boolean>ask(at -> present.isSubscribed)) {
            return new SubscribeResult.NoSubscription<>(SubscribeResult.Reason.TWICE);
        }
        var cursor = new Cursor(member.actor);
        member.cursor = cursor; // before the call, in the middle of which the actor may be killed
        Admission admission = member.ask(at -> Admission.to(at, cursor));
        if (admission.refusal() != null) {
            member.cursor = null;
            member.leaveIfUnused();
        }
        return admission.result(this, member, cursor, mostBytes);
    }

    /** A shard for what may keep it busy: another one than the bus has, if there is one, and each in turn. */
    int shardBeside() {
        int others = port.shards() - 1;
        return others == 0 ? shard : (shard + 1 + Math.floorMod(beside.getAndIncrement(), others)) % port.shards();
    }

    /** Has a handler told of the entries for it. */
    void tellBy(Subscription<?> subscription, Member member, int tag) {
        Cursor cursor = subscription.cursor();
        var news = new News(this, cursor, member.port.notice(tag, subscription));
        boolean isToldNow = member.ask(at -> at.tells(cursor, news));
        assert isToldNow || cursor.news == news || !member.isHere;
    }

    DestroyStatus destroy() {
        return ask(at -> at.subscribers() > 0 ? DestroyStatus.HAS_SUBSCRIBERS : closed(at));
    }

    void close() {
        if (hive.isClosed()) {
            hiveHasClosed();
        } else {
            DestroyStatus unused = ask(this::closed);
        }
    }

    /** Closes it, all by the shard: who asked for it may be killed before he knows. */
    private DestroyStatus closed(Ring open) {
        open.close();
        isClosed = true;
        port.forget(observed);
        port.notAtClose(atClose); // not before: if the hive closes meanwhile, that closes the ring
        return DestroyStatus.DESTROYED;
    }

    /** Has a question answered by the shard, for an actor or a thread outside. */
    <R> R ask(Function<Ring, R> question) {
        ActorContext current = hive.current();
        if (current != null) {
            Member mine = member(current);
            R answer = mine.ask(question);
            mine.leaveIfUnused();
            return answer;
        }
        return askOutside(question);
    }

    /** The same, for a thread outside; an actor is refused. */
    private <R> R askOutside(Function<Ring, R> question) {
        var asked = new Question<R>(this, question);
        new OutsideCaller(hive, shard).perform(asked, 0);
        return asked.answer();
    }

    @Override
    public String toString() {
        return "bus " + config.name();
    }
}
