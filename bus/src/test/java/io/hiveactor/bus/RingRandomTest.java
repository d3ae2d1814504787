package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bus.BusConfig.WhenFull;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random calls on one ring: the ring and a model of lists agree on every result and on the state after it. */
class RingRandomTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);
    private static final int STEPS = 250;
    private static final int READERS = 5;
    private static final int MOST_WAITS = 3;
    private static final int SLOTS = 12;

    @Test
    void theRingAgreesWithTheModel() {
        long base = Long.getLong("hive.seed", System.nanoTime());
        var seen = new TreeSet<String>();
        for (int i = 0; i < SEEDS; i++) {
            new Run(base + i, seen).steps();
        }
        assertTrue(seen.containsAll(List.of("PUBLISHED", "WOULD_BLOCK", "NO_MEMORY", "TOO_LARGE", "truncated", "missed",
                "publisher", "wait", "wait within 2", "handler", "CLOSED", "NOT_SUBSCRIBED", "ready",
                "brought WAIT", "brought EVICT_OLDEST", "must ask", "no credit", "slot granted")), seen::toString);
    }

    /** It failed once: a read during the service of waiting readers let the next publisher evict what the others waited for. */
    @Test
    void aRunThatOnceFailedAgrees() {
        var seen = new TreeSet<String>();
        new Run(7040319118700L, seen).steps();
        assertTrue(seen.contains("wait"), seen::toString);
    }

    /** An entry from elsewhere. */
    private record Brought(int slot, String text) {}

    private static final class Run {
        private final String seed;
        private final SplittableRandom random;
        private final Set<String> seen;
        private final BusConfig config;
        private final RingModel model;
        private final TestSlots slots = new TestSlots(SLOTS);
        private final Ring ring;
        private final Map<Integer, TestReader> readers = new HashMap<>();
        private final Map<Integer, TestPublisher> publishers = new HashMap<>();
        private final Deque<Brought> onTheirWay = new ArrayDeque<>();
        private final List<String> log = new ArrayList<>();
        private long nowNanos;
        private int ids;

        Run(long seed, Set<String> seen) {
            this.seen = seen;
            random = new SplittableRandom(seed);
            config = config();
            this.seed = "-Dhive.seed=" + seed + " " + config;
            model = new RingModel(config);
            ring = new Ring(config, slots, () -> nowNanos, new BusEvents("r"));
            moreOrFewerSlots();
        }

        private BusConfig config() {
            int readers = 1 + random.nextInt(READERS);
            int consumeAfter = random.nextInt(Math.min(4, readers + 1));
            return new BusConfig("r", 1 + random.nextInt(9), random.nextInt(2) * 4, consumeAfter,
                    Duration.ofNanos(random.nextInt(3) * 10L), readers, random.nextBoolean(),
                    WhenFull.values()[random.nextInt(2)], 0);
        }

        void steps() {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            ring.close();
            model.close();
            check();
            ring.share();
            assertFalse(ring.credit().tryTake(), seed);
            int late = onTheirWay.size();
            while (!onTheirWay.isEmpty()) {
                arrive();
            }
            assertEquals(late, ring.cameTooLate(), seed);
            check();
            assertEquals(0, slots.inUse(), seed);
            assertEquals(PublishStatus.CLOSED, ring.publish("late", MemorySegment.NULL), seed);
        }

        private void check() {
            assertEquals(model.log.stream().sorted().toList(), log.stream().sorted().toList(), seed);
            log.forEach(line -> seen.addAll(List.of(line.split(" "))));
            model.log.clear();
            log.clear();
            assertEquals(model.stats(), ring.stats(), seed);
            assertTrue(ring.stats().entries() <= config.capacity(), seed);
            assertEquals(model.stats().entries() + onTheirWay.size(), slots.inUse(), seed);
            assertTrue(ring.credit().left() <= 0 || model.admits(), seed);
            assertTrue(ring.nextExpiry() <= model.nextExpiry(), seed); // at the latest: an entry before it may be gone
        }

        private void step() {
            int id = 1 + random.nextInt(READERS);
            TestReader reader = readers.get(id);
            switch (random.nextInt(20)) {
                case 0 -> time();
                case 1 -> others();
                case 2 -> withdraw();
                case 3, 4, 5, 6, 7 -> publish();
                case 8 -> ring.share();
                case 9, 10 -> bring();
                case 11 -> arrive();
                default -> {
                    if (reader == null) {
                        subscribe(id);
                    } else {
                        reader.step();
                    }
                }
            }
        }

        /** Entries that are too old go now, or when somebody looks. */
        private void time() {
            nowNanos += random.nextInt(15);
            model.nowNanos = nowNanos;
            if (random.nextBoolean()) {
                expire();
            }
        }

        private void expire() {
            ring.expire();
            model.expire();
        }

        /** Others take slots and give them back, and the ring gets one if it waits for it. */
        private void others() {
            moreOrFewerSlots();
            while (slots.grants()) {
                ring.slotGranted();
                model.expire();
                model.settle();
                seen.add("slot granted");
            }
        }

        private void moreOrFewerSlots() {
            slots.limit = random.nextInt(4) == 0 ? random.nextInt(SLOTS) : SLOTS;
            model.slots = slots.limit;
        }

        private void withdraw() {
            if (!publishers.isEmpty()) {
                List<Integer> waiting = publishers.keySet().stream().toList();
                int id = waiting.get(random.nextInt(waiting.size()));
                assertTrue(ring.leave(publishers.remove(id)), seed);
                model.withdraw(id);
            }
        }

        private void publish() {
            int length = random.nextInt(random.nextInt(8) == 0 ? 12 : 5);
            var publisher = new TestPublisher(++ids, "abcdefghijkl".substring(0, length));
            boolean waits = random.nextBoolean();
            PublishStatus status = ring.publish(publisher.text, publisher.bytes());
            if (PublishCall.isWorthWaiting(status) && waits) {
                publishers.put(publisher.id, publisher);
                ring.await(publisher);
            }
            assertEquals(model.publish(publisher.text, length, waits ? publisher.id : 0), status.name(), seed);
            seen.add(status.name());
        }

        /** From elsewhere: it gets a slot and, if there is credit, goes on its way. */
        private void bring() {
            int slot = slots.claim();
            String text = "ABCDEFGH".substring(0, random.nextInt(ring.maxBytes() + 1));
            if (slot == ShardSlots.NONE) {
                return;
            }
            boolean mayBe = model.admits();
            if (ring.credit().tryTake()) {
                assertTrue(mayBe, seed);
                onTheirWay.add(new Brought(slot, text));
                model.isBrought();
                seen.add("brought " + config.whenFull());
            } else {
                slots.release(slot);
                seen.add(mayBe ? "must ask" : "no credit");
            }
        }

        private void arrive() {
            Brought first = onTheirWay.poll();
            if (first != null) {
                byte[] bytes = first.text.getBytes(StandardCharsets.US_ASCII);
                slots.send(first.slot, bytes);
                ring.arrived(first.slot, first.text, bytes.length);
                model.arrives(first.text, bytes.length, ring.isClosed());
            }
        }

        private void subscribe(int id) {
            var cursor = new Cursor(id);
            int mostBytes = random.nextInt(6);
            boolean isAdmitted = ring.subscribe(cursor);
            assertEquals(model.subscribe(id, mostBytes), isAdmitted, seed);
            if (isAdmitted) {
                readers.put(id, new TestReader(id, cursor, mostBytes));
            }
        }

        private final class TestReader {
            private final int id;
            private final Cursor cursor;
            private final int mostBytes;
            private final Entry<String> entry = new Entry<>();
            private final List<TestWait> waits = new ArrayList<>();

            TestReader(int id, Cursor cursor, int mostBytes) {
                this.id = id;
                this.cursor = cursor;
                this.mostBytes = mostBytes;
            }

            void step() {
                switch (random.nextInt(12)) {
                    case 0 -> unsubscribe();
                    case 1 -> assertEquals(model.hasNext(id), ring.hasNext(cursor), seed);
                    case 2 -> stopWaiting();
                    case 3 -> tell();
                    case 4, 5, 6 -> waitIfEmpty();
                    default -> readUnlessWaiting();
                }
            }

            private void unsubscribe() {
                readers.remove(id);
                expire(); // who gets the room may read, and whoever reads looks for what is too old
                ring.unsubscribe(cursor);
                model.unsubscribe(id);
            }

            /** One wait, wherever it stands, which may have ended; or all of them. */
            private void stopWaiting() {
                if (!waits.isEmpty() && random.nextInt(4) != 0) {
                    TestWait one = waits.remove(random.nextInt(waits.size()));
                    assertEquals(model.stopWaiting(id, one.number), ring.stopWaiting(cursor, one), seed);
                } else {
                    waits.clear();
                    assertEquals(model.stopWaiting(id), ring.stopWaiting(cursor), seed);
                }
            }

            private void tell() {
                if (cursor.news == null) {
                    boolean isNow = ring.tells(cursor, () -> log.add("handler " + id));
                    assertEquals(model.hasNext(id), isNow, seed);
                    model.tell(id);
                }
            }

            private void readUnlessWaiting() {
                if (!model.isReading(id)) {
                    String got = read();
                    assertEquals(model.read(id), got, seed);
                }
            }

            private void waitIfEmpty() {
                boolean hasNext = ring.hasNext(cursor);
                assertEquals(model.hasNext(id), hasNext, seed);
                if (!hasNext && model.waits(id) < MOST_WAITS) {
                    var wait = new TestWait(this, ++ids, random.nextBoolean());
                    waits.add(wait);
                    ring.await(cursor, wait);
                    model.await(id, wait.number, wait.reads);
                    seen.add("wait within " + (model.waits(id) - 1));
                }
            }

            private @Nullable String read() {
                if (!ring.read(cursor, entry, mostBytes)) {
                    return null;
                }
                String copied = new String(entry.bytes(), 0, entry.length(), StandardCharsets.US_ASCII);
                return entry.sequence() + copied + "/" + entry.value() + " missed " + entry.missed()
                        + (entry.isTruncated() ? " truncated" : "");
            }

        }

        /** One of the waits of a reader, within those that it began before. */
        private final class TestWait implements Awaiting {
            private final TestReader reader;
            private final int number;
            private final boolean reads;

            TestWait(TestReader reader, int number, boolean reads) {
                this.reader = reader;
                this.number = number;
                this.reads = reads;
            }

            @Override
            public void available() {
                String end = ring.isClosed() ? "CLOSED" : reader.cursor.isSubscribed ? null : "NOT_SUBSCRIBED";
                String got = end == null && reads ? reader.read() : end;
                if (!reads) {
                    log.add("wait " + number + " ready");
                } else if (got == null) {
                    ring.await(reader.cursor, this); // others have consumed it
                } else {
                    log.add("wait " + number + " " + got);
                }
            }
        }

        private final class TestPublisher implements AwaitingRoom {
            private final int id;
            private final String text;

            TestPublisher(int id, String text) {
                this.id = id;
                this.text = text;
            }

            @Override
            public Object object() {
                return text;
            }

            @Override
            public int priority() {
                return 0;
            }

            @Override
            public MemorySegment bytes() {
                return MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
            }

            @Override
            public void endsWith(PublishStatus status) {
                publishers.remove(id);
                log.add("publisher " + id + " " + status);
            }
        }
    }
}
