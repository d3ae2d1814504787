package io.hiveactor.mailbox.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several consumers at once, that settle, give back, or forget what they get; what they saw is checked afterwards. */
final class CrowdRun {
    private static final int CONSUMERS = 4;
    private static final int MESSAGES = 40;
    /** The server's clock is not this program's. */
    private static final long SLACK_NANOS = 1_000_000;

    /**
     * One delivery, as its consumer saw it.
     *
     * @param freeNanos the earliest that another might have it
     */
    private record Seen(String id, int count, String receipt, long receivedNanos, long freeNanos, boolean isAcknowledged) {}

    private final long seed;
    private final RedisBackend[] backends;
    private final String name = Boxes.newName();
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final CountDownLatch acknowledged = new CountDownLatch(MESSAGES);

    CrowdRun(long seed, RedisBackend... backends) {
        this.seed = seed;
        this.backends = backends;
    }

    void run() throws Exception {
        List<RedisMailbox<String, String>> mailboxes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> consumers = new ArrayList<>();
            for (int i = 0; i < CONSUMERS; i++) {
                var mailbox = Boxes.open(backends[i % backends.length], name);
                var random = RandomRunsTest.random(seed, i);
                mailboxes.add(mailbox);
                consumers.add(threads.submit(() -> consume(mailbox, random)));
            }
            var _ = mailboxes.getFirst().sendAll(IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList());
            for (Future<?> each : consumers) {
                var _ = each.get(Boxes.GUARD_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            mailboxes.forEach(RedisMailbox::close);
        }
        assertEquals(0, mailboxes.getFirst().approximateCount());
        check();
    }

    private Void consume(RedisMailbox<String, String> mailbox, Random random) throws InterruptedException {
        while (acknowledged.getCount() > 0 && !mailbox.isClosed()) {
            var lease = Duration.ofMillis(5 + random.nextInt(25));
            var wait = Duration.ofMillis(50); // rather than until a close: what comes after one, nobody would see
            for (var each : mailbox.receive(1 + random.nextInt(4), lease, wait)) {
                settle(each, lease, random);
            }
        }
        return null;
    }

    private void settle(Delivery<String, String> delivery, Duration lease, Random random) throws InterruptedException {
        long received = System.nanoTime();
        long free = Long.MIN_VALUE; // unless we know of a moment when it was ours
        boolean isAcknowledged = false;
        if (random.nextInt(4) == 0) {
            Thread.sleep(random.nextInt(12));
        }
        long start = System.nanoTime();
        switch (random.nextInt(6)) {
            case 0 -> {
                if (delivery.nack() == AckStatus.DONE) {
                    free = start - SLACK_NANOS;
                }
            }
            case 1 -> {
                if (delivery.nack(Duration.ofMillis(4)) == AckStatus.DONE) {
                    free = start + TimeUnit.MILLISECONDS.toNanos(4) - SLACK_NANOS;
                }
            }
            case 2 -> {
                if (delivery.extend(lease) == AckStatus.DONE) {
                    free = start + lease.toNanos() - SLACK_NANOS;
                }
            }
            default -> isAcknowledged = delivery.acknowledge() == AckStatus.DONE;
        }
        seen.add(new Seen(delivery.id(), delivery.deliveryCount(), delivery.receipt(), received, free, isAcknowledged));
        if (isAcknowledged) {
            acknowledged.countDown();
        }
    }

    private void check() {
        assertEquals(seen.size(), seen.stream().map(Seen::receipt).distinct().count(), "a receipt came twice");
        Map<String, List<Seen>> byId = seen.stream().collect(Collectors.groupingBy(Seen::id));
        assertEquals(MESSAGES, byId.size());
        for (List<Seen> one : byId.values()) {
            List<Seen> inOrder = one.stream().sorted(Comparator.comparingInt(Seen::count)).toList();
            for (int i = 0; i < inOrder.size(); i++) {
                Seen each = inOrder.get(i);
                boolean isLast = i == inOrder.size() - 1;
                assertEquals(i + 1, each.count(), "the count of deliveries: " + inOrder);
                assertEquals(isLast, each.isAcknowledged(), "acknowledged once, and then gone: " + inOrder);
                assertTrue(isLast || inOrder.get(i + 1).receivedNanos() >= each.freeNanos(), "two had it: " + inOrder);
            }
        }
    }
}
