package io.hiveactor.bus;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.Arena;
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
            for (Class<?> each : List.of(Admission.class, BusSource.class, DestroyStatus.class, Entries.class,
                    Explanation.class, Member.class, Members.class, NoEntry.class, PublishCall.class, PublishStatus.class,
                    Question.class, ReadCall.class, SubscribeResult.NoSubscription.class, SubscribeResult.Reason.class,
                    Subscription.class, Wait.AnyMessage.class, Wait.On.class, Wait.Served.class, Wait.Slots.class,
                    Wait.Unknown.class)) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class of our own cannot be reached", e);
        }
        play();
    }

    private static void play() {
        BusConfig config = BusConfig.of("rehearsal", 2).withMaxAge(Duration.ofDays(1)).retainingLatest();
        var ring = new Ring(config, new FreshSlots(), System::nanoTime, new BusEvents("rehearsal"));
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
        for (int size = 1; size <= FreshSlots.SIZE; size *= 2) { // there are several ways to copy
            isPlayed &= ring.publish(null, MemorySegment.ofArray(new byte[size])) == PublishStatus.PUBLISHED
                    && ring.read(reader, entry, size);
        }
        ring.unsubscribe(slow);
        ring.expire();
        ring.close();
        if (!isPlayed || told[0] != 1) {
            throw new IllegalStateException("a bus does not work");
        }
    }

    /** As many slots as anybody wants, one after the other. */
    private static final class FreshSlots implements ShardSlots {
        private static final int SIZE = 1024;
        private static final int COUNT = 64;

        private final MemorySegment memory = Arena.ofAuto().allocate((long) SIZE * COUNT); // as the pool's
        private int claimed;

        @Override
        public int claim() {
            claimed++;
            return claimed % COUNT;
        }

        @Override
        public int claimOrQueue(int priority) {
            return claim();
        }

        @Override
        public void leaveQueue() {}

        @Override
        public @Nullable Wait awaited() {
            return null;
        }

        @Override
        public void adopt(int slot) {}

        @Override
        public void release(int slot) {}

        @Override
        public int maxPayload() {
            return SIZE;
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }
    }
}
