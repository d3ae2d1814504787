package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.bus.BusConfig.WhenFull;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishers and readers on four shards and outside, kills and timeouts on a small pool, with real threads. */
@Tag("threads") // and not simulated
@Timeout(1_800) // for 200 storms on a loaded machine; each has its own limit
class BusStormTest {
    private static final int STORMS = Integer.getInteger("hive.storms", 3);
    private static final int SHARDS = 4;
    private static final int PUBLISHERS = 6;
    private static final int READERS = 6;
    private static final int ENTRIES = 250;
    private static final int VICTIMS = 40;

    /** From whom, and which of his. */
    private record Parcel(long publisher, int number) {}

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    @ParameterizedTest
    @CsvSource({"OWN_CARRIER, EVICT_OLDEST", "OWN_CARRIER, WAIT", "JDK_SCHEDULER, EVICT_OLDEST", "JDK_SCHEDULER, WAIT"})
    void everyReaderGetsEverythingOnceAndInOrder(FiberMode mode, WhenFull whenFull) throws Exception {
        missed.set(0);
        for (int i = 0; i < STORMS; i++) {
            storm(mode, whenFull, TestRuntime.freshSeed() + i);
        }
        assertEquals(whenFull == WhenFull.EVICT_OLDEST, missed.get() > 0, "missed: " + missed);
    }

    private void storm(FiberMode mode, WhenFull whenFull, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        timeouts.set(0);
        Hive hive = Hive.start(HiveConfig.builder().name("storm").shards(SHARDS).messages(48).reservedMessages(4)
                .fiberMode(mode).idleSpin(ofMillis(0)).build());
        BusConfig plain = BusConfig.of("storm", 13).onShard(random.nextInt(SHARDS));
        Bus<Parcel> bus = Bus.open(hive, whenFull == WhenFull.WAIT ? plain.waiting() : plain);
        var subscribed = new CountDownLatch(READERS + 1);
        var published = new CountDownLatch(PUBLISHERS + 2); // and the victims
        var over = new CountDownLatch(READERS + 1);
        for (int i = 0; i < READERS; i++) {
            long choices = random.nextLong();
            actor(hive, "reader", i, self -> reads(bus, self, new SplittableRandom(choices), subscribed, published, over));
        }
        Thread outsideReader = Thread.ofPlatform().start(() ->
                reads(bus, null, new SplittableRandom(seed), subscribed, published, over));
        assertTrue(subscribed.await(30, TimeUnit.SECONDS), "seed " + seed);
        for (int i = 0; i < PUBLISHERS; i++) {
            long choices = random.nextLong();
            actor(hive, "publisher", i, self -> publishes(bus, self, new SplittableRandom(choices), published));
        }
        Thread outsidePublisher = Thread.ofPlatform().start(() -> publishes(bus, null, new SplittableRandom(~seed), published));
        kills(hive, bus, random, seed);
        published.countDown();
        outsidePublisher.join(30_000);
        assertTrue(published.await(30, TimeUnit.SECONDS), () -> "a publisher hangs; seed " + seed + bus.stats());
        assertTrue(over.await(30, TimeUnit.SECONDS), () -> "a reader hangs; seed " + seed + bus.stats());
        outsideReader.join(30_000);
        assertEquals(List.of(), List.copyOf(failures), "seed " + seed);
        assertEquals(0, bus.stats().subscribers() + bus.stats().waitingPublishers(), "seed " + seed);
        assertTrue(whenFull == WhenFull.EVICT_OLDEST || timeouts.get() > 0, "nobody ever waited");
        var report = hive.close(ofSeconds(20));
        assertNotNull(report, "seed " + seed);
        assertEquals(List.of(), report.stuck(), "seed " + seed);
        assertEquals(0, hive.stats().messagesInUse(), hive.stats() + " seed " + seed);
        assertEquals(0, hive.stats().actors(), hive.stats() + " seed " + seed);
    }

    @CanIgnoreReturnValue
    private static ActorId actor(Hive hive, String name, int index, ActorBody code) {
        return hive.spawn(code, ActorConfig.named(name + index).onShard(index % SHARDS));
    }

    /** Some who publish and read for a while, and die wherever they are. */
    private static void kills(Hive hive, Bus<Parcel> bus, SplittableRandom random, long seed) {
        var victims = new ArrayList<ActorId>();
        for (int i = 0; i < VICTIMS; i++) {
            long choices = random.nextLong();
            victims.add(actor(hive, "victim", i, self -> livesOn(bus, self, new SplittableRandom(choices))));
            if (i >= 4) {
                hive.kill(victims.get(i - random.nextInt(4)));
            }
            Thread.onSpinWait();
        }
        victims.forEach(hive::kill);
        long end = System.nanoTime() + ofSeconds(30).toNanos();
        while (victims.stream().anyMatch(hive::isAlive)) {
            assertTrue(System.nanoTime() < end, "a victim lives; seed " + seed);
        }
        assertTrue(bus.stats().subscribers() >= 0); // what they began is over when this has been answered
    }

    private static void livesOn(Bus<Parcel> bus, ActorContext self, SplittableRandom choices) {
        long me = self.self().number();
        for (int number = 0; ; number++) {
            try (Subscription<Parcel> mine = bus.subscribe(self)) {
                Duration timeout = ofMillis(choices.nextInt(2));
                PublishStatus status = bus.publisher(self).publish(new Parcel(me, number), timeout);
                assertTrue(status != PublishStatus.TOO_LARGE);
                ReadResult<Parcel> read = mine.read(Duration.ofNanos(choices.nextInt(200_000)));
                assertNotNull(read);
            }
        }
    }

    private void publishes(Bus<Parcel> bus, @Nullable ActorContext self, SplittableRandom choices, CountDownLatch done) {
        BusPublisher<Parcel> mine = self == null ? bus.publisher() : bus.publisher(self);
        long me = self == null ? -1 : self.self().number();
        int number = 0;
        while (number < ENTRIES) {
            PublishStatus status = choices.nextInt(3) == 0
                    ? mine.tryPublish(new Parcel(me, number))
                    : mine.publish(new Parcel(me, number), Duration.ofNanos(choices.nextInt(100_000)));
            switch (status) {
                case PUBLISHED -> number++;
                case TIMEOUT -> timeouts.incrementAndGet();
                case WOULD_BLOCK, NO_MEMORY -> rest(self);
                default -> failures.add("publisher " + me + " got " + status);
            }
        }
        done.countDown();
    }

    private static void rest(@Nullable ActorContext self) {
        if (self == null) {
            Thread.onSpinWait();
        } else {
            self.yield();
        }
    }

    /** Reads until all is published and read. */
    private void reads(Bus<Parcel> bus, @Nullable ActorContext self, SplittableRandom choices, CountDownLatch subscribed,
            CountDownLatch published, CountDownLatch over) {
        Subscription<Parcel> mine = self == null ? bus.subscribe() : bus.subscribe(self);
        subscribed.countDown();
        Map<Long, Integer> last = new HashMap<>();
        long read = 0;
        long lost = 0;
        long sequence = -1;
        boolean isAllPublished = false;
        boolean isOver = false;
        while (!isOver) {
            switch (choices.nextInt(3) == 0 ? mine.tryRead() : mine.read(Duration.ofNanos(choices.nextInt(100_000)))) {
                case Entry<Parcel> entry -> {
                    read++;
                    lost += entry.missed();
                    sequence += 1 + entry.missed();
                    check(entry, sequence, last);
                }
                case NoEntry<Parcel> none -> {
                    isOver = isAllPublished;
                    isAllPublished = published.getCount() == 0; // then one look more
                    rest(self);
                }
            }
        }
        if (read + lost != bus.stats().published()) {
            failures.add(read + " read and " + lost + " missed of " + bus.stats());
        }
        missed.addAndGet(lost);
        mine.close();
        over.countDown();
    }

    private void check(Entry<Parcel> entry, long sequence, Map<Long, Integer> last) {
        Parcel parcel = entry.value();
        Integer before = last.put(parcel.publisher, parcel.number);
        if (entry.sequence() != sequence || (before != null && before >= parcel.number)) {
            failures.add(parcel + " after " + before + ", as " + entry + " and not " + sequence);
        }
    }
}
