package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real threads and the real time: producers, and consumers who acknowledge, give back, or come too late. They wait far longer
 * than the test has, so that a message nobody is woken for is one that fails it.
 */
@Timeout(60)
class MemoryStormTest {
    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 8;
    private static final int EACH = 12_000;
    private static final int MESSAGES = PRODUCERS * EACH;
    private static final long LIMIT_SECONDS = 30;
    private static final Duration WAIT = Duration.ofMinutes(10);

    private final long seed = Long.getLong("hive.seed", System.nanoTime());
    private final MemoryMailbox<Integer, String> mailbox = new MemoryMailbox<>("storm");
    private final CountDownLatch unsettled = new CountDownLatch(MESSAGES);
    private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> receipts = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> latestDelivery = new ConcurrentHashMap<>();
    private final LongAdder lost = new LongAdder();

    @Test
    void eachMessageIsAcknowledgedOnce() throws Exception {
        List<Future<?>> tasks = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CONSUMERS; i++) {
                var consumer = new Consumer(new SplittableRandom(seed + i));
                tasks.add(threads.submit(consumer::run));
            }
            for (int i = 0; i < PRODUCERS; i++) {
                int first = i * EACH;
                tasks.add(threads.submit(() -> produce(first)));
            }
            boolean isDone = unsettled.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            mailbox.close();
            for (Future<?> each : tasks) {
                each.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            assertTrue(isDone, () -> "-Dhive.seed=" + seed + ": " + unsettled.getCount() + " were never acknowledged");
        }
        assertEquals(MESSAGES, acknowledged.size());
        assertEquals(0, mailbox.approximateCount());
        assertEquals(0, mailbox.waiting());
        assertTrue(lost.sum() > 0, "no lease was ever lost");
    }

    private void produce(int first) {
        for (int i = first; i < first + EACH; i++) {
            assertInstanceOf(Sent.class, mailbox.send(i));
        }
    }

    private final class Consumer {
        private static final int MOST_LATE = 6;

        private final SplittableRandom random;
        /** Kept too long; most of their leases end meanwhile. */
        private final Queue<Delivery<Integer, String>> late = new ArrayDeque<>();

        Consumer(SplittableRandom random) {
            this.random = random;
        }

        private Void run() throws InterruptedException {
            while (!mailbox.isClosed()) {
                Duration lease = Duration.ofNanos(100_000 + random.nextInt(3_000_000));
                for (var delivery : mailbox.receive(1 + random.nextInt(4), lease, WAIT)) {
                    assertTrue(receipts.add(delivery.receipt()), "a receipt came twice");
                    latestDelivery.merge(delivery.id(), delivery.deliveryCount(), Consumer::next);
                    handle(delivery);
                }
            }
            late.forEach(this::acknowledge);
            return null;
        }

        /** Deliveries may be noted in another order than they were made, but none of them twice. */
        private static int next(int one, int other) {
            assertFalse(one == other, "a delivery was counted twice");
            return Math.max(one, other);
        }

        private void handle(Delivery<Integer, String> delivery) {
            switch (random.nextInt(10)) {
                case 0, 1 -> giveBack(delivery, Duration.ZERO);
                case 2 -> giveBack(delivery, Duration.ofNanos(random.nextInt(1_000_000)));
                case 3 -> late.add(delivery);
                case 4 -> {
                    var _ = delivery.extend(Duration.ofNanos(random.nextInt(1_000_000)));
                    acknowledge(delivery);
                }
                default -> acknowledge(delivery);
            }
            if (late.size() > MOST_LATE) {
                acknowledge(late.remove());
            }
        }

        private void giveBack(Delivery<Integer, String> delivery, Duration delay) {
            settled(delivery, mailbox.nack(delivery.receipt(), delay));
        }

        private void acknowledge(Delivery<Integer, String> delivery) {
            AckStatus status = random.nextBoolean() ? delivery.acknowledge() : mailbox.acknowledge(delivery.receipt());
            if (status == AckStatus.DONE) {
                assertTrue(acknowledged.add(delivery.body()), "a message was acknowledged twice");
                unsettled.countDown();
            }
            settled(delivery, status);
        }

        private void settled(Delivery<Integer, String> delivery, AckStatus status) {
            if (status == AckStatus.LEASE_ENDED) {
                lost.increment();
            }
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge(), "a receipt worked twice");
        }
    }
}
