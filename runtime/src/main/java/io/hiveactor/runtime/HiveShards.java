package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ExternalWait;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.Observed;
import io.hiveactor.runtime.port.ShardSlots;
import io.hiveactor.runtime.port.ShardTask;
import io.hiveactor.runtime.port.ShardTimer;
import io.hiveactor.runtime.port.SlotReceiver;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A hive as its sister modules see it. */
final class HiveShards extends HivePort {
    private final Hive hive;
    /** With the shard that owns each. */
    private final Map<Observed, Integer> observed = new ConcurrentHashMap<>();

    private final AtomicInteger observedNumbers = new AtomicInteger();
    /** Of external threads, each with its number. */
    private final Map<ExternalWait, Integer> externalWaits = new ConcurrentHashMap<>();

    private final AtomicInteger waitNumbers = new AtomicInteger();

    HiveShards(Hive hive) {
        this.hive = hive;
    }

    @Override
    public int shards() {
        return hive.shards().length;
    }

    @Override
    public boolean isClosing() {
        return hive.isClosing();
    }

    @Override
    public boolean isUnwinding(Throwable thrown) {
        return thrown instanceof ActorStopped;
    }

    @Override
    public void checkId(ActorId id) {
        Recipient unused = hive.recipient(id);
    }

    @Override
    public boolean isReserved(ActorId id) {
        return id.seat != null;
    }

    @Override
    public @Nullable MailboxLimit limitOf(ActorId actor) {
        return hive.limitOf(actor);
    }

    @Override
    public @Nullable Object codeOf(ActorId actor) {
        return hive.recipient(actor) instanceof Actor known ? known.code() : null;
    }

    @Override
    public NotifyStatus notifyObject(ActorId to, Object message) {
        return hive.notifyObject(to, message);
    }

    @Override
    public SendStatus sendObject(ActorId to, Object message, Duration timeout) {
        return hive.sendObject(to, message, timeout);
    }

    @Override
    public void notAtClose(Runnable action) {
        hive.notAtClose(action);
    }

    @Override
    public void execute(int shard, ShardTask task) {
        StackRoom.require(); // a wake-up that stops half way is lost
        hive.shards()[shard].push(task);
    }

    @Override
    public boolean bring(int shard, SlotReceiver to, @Nullable Object object, MemorySegment bytes) {
        StackRoom.require();
        return Parcels.bringOutside(hive.shards()[shard], to, object, bytes);
    }

    @Override
    public void errand(int shard, Runnable work) {
        hive.errand(hive.shards()[shard], context -> work.run());
    }

    @Override
    public ShardSlots slots(int shard, String holder, BooleanSupplier freesByItself, Runnable onGrant) {
        return new KeptSlots(hive.shards()[shard], holder, freesByItself, onGrant);
    }

    @Override
    public ShardTimer timer(int shard, Runnable work) {
        return new TenantTimer(hive.shards()[shard], work);
    }

    @Override
    public int nextObservedNumber() {
        return observedNumbers.incrementAndGet();
    }

    @Override
    public void observe(int shard, Observed part) {
        observed.put(part, shard);
    }

    @Override
    public void forget(Observed part) {
        observed.remove(part);
    }

    @Override
    public void beginWait(ExternalWait wait) {
        externalWaits.put(wait, waitNumbers.incrementAndGet());
    }

    @Override
    public void endWait(ExternalWait wait) {
        externalWaits.remove(wait);
    }

    /** External threads that wait for something that a sister module serves. Any thread. */
    void describeWaits(Consumer<ActorView> into) {
        externalWaits.forEach((wait, number) -> into.accept(ActorViews.ofThread(wait.thread(), Activity.AWAITING,
                wait.what().explain(), number, wait.sinceNanos(), wait.deadlineNanos())));
    }

    /** What is observed on a shard. By that shard. */
    Resources resources(int shard) {
        var all = new Resources.Collector();
        observed.forEach((part, owner) -> {
            if (owner == shard) {
                part.describe(all);
            }
        });
        return all.collected();
    }

    @Override
    public long deadlineIn(long nanos) {
        return Clock.deadline(hive.nowNanos(), nanos);
    }

    @Override
    public boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException {
        return hive.awaitOutside(condition, deadlineNanos);
    }
}
