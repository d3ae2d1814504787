package io.hiveactor.bus;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.PoolSlot;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Has the JVM load what a bus needs before actors use one. An actor may call at the end of its stack, and loading a class
 * there fails: half way through a call, and for good.
 */
final class Rehearsal {
    private static final AtomicBoolean IS_DONE = new AtomicBoolean();

    private Rehearsal() {}

    static void run() {
        if (!IS_DONE.compareAndSet(false, true)) {
            return;
        }
        try {
            for (Class<?> each : List.of(Admission.class, BusSource.class, DestroyStatus.class, Explanation.class,
                    Member.class, NoEntry.class, PublishCall.class, PublishStatus.class, Question.class, ReadCall.class,
                    SubscribeResult.NoSubscription.class, SubscribeResult.Why.class, Subscription.class,
                    Wait.AnyMessage.class, Wait.Served.class)) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class of our own cannot be reached", e);
        }
        play();
    }

    private static void play() {
        BusConfig config = BusConfig.of("rehearsal", 2).withMaxAge(Duration.ofDays(1)).retainingLatest();
        var ring = new Ring(config, new HeapSlots(), System::nanoTime, new BusEvents("rehearsal"));
        MemorySegment bytes = MemorySegment.ofArray(new byte[] {1, 2});
        var reader = new Cursor();
        var slow = new Cursor();
        var entry = new Entry<byte[]>();
        var told = new int[1];
        boolean isAdmitted = ring.subscribe(reader) && ring.subscribe(slow);
        ring.await(reader, () -> told[0]++);
        boolean isPlayed = isAdmitted
                && ring.publish(null, bytes) == PublishStatus.PUBLISHED
                && ring.publish("object", MemorySegment.NULL) == PublishStatus.PUBLISHED
                && ring.publish(null, bytes) == PublishStatus.PUBLISHED
                && ring.read(reader, entry, 1)
                && ring.hasNext(slow)
                && ring.stats().evicted() == 1;
        ring.unsubscribe(slow);
        ring.expire();
        ring.close();
        if (!isPlayed || told[0] != 1) {
            throw new IllegalStateException("a bus does not work");
        }
    }

    /** As many slots as anybody wants. */
    private static final class HeapSlots implements ShardSlots {
        @Override
        public PoolSlot claim() {
            return new HeapSlot();
        }

        @Override
        public void release(PoolSlot slot) {}

        @Override
        public int maxPayload() {
            return Short.MAX_VALUE;
        }
    }

    private static final class HeapSlot implements PoolSlot {
        private @Nullable Object object;
        private MemorySegment bytes = MemorySegment.NULL;

        @Override
        public void keep(@Nullable Object kept, MemorySegment payload) {
            object = kept;
            bytes = payload;
        }

        @Override
        public @Nullable Object object() {
            return object;
        }

        @Override
        public int length() {
            return (int) bytes.byteSize();
        }

        @Override
        public void copyOut(MemorySegment into, int length) {
            MemorySegment.copy(bytes, 0, into, 0, length);
        }
    }
}
