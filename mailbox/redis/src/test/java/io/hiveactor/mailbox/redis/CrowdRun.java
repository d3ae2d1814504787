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
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several consumers at once, that settle, give back, or forget what they get; what they saw is checked afterwards. They wait far
 * longer than a run has, so that a message nobody is woken for is one that fails it. The mailbox of one of them is closed
 * half-way, while it waits or works.
 */
final class CrowdRun {
    private static final int CONSUMERS = 4;
    private static final int MESSAGES = 24;
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
    private final CountDownLatch half = new CountDownLatch(MESSAGES / 2);
    private final CountDownLatch acknowledged = new CountDownLatch(MESSAGES);

    CrowdRun(long seed, RedisBackend... backends) {
        this.seed = seed;
        this.backends = backends;
    }

    void run() throws Exception {
        List<RedisMailbox<String, String>> mailboxes = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            mailboxes.add(Boxes.open(backends[i % backends.length], name));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                run(mailboxes, threads);
            } finally {
                mailboxes.forEach(RedisMailbox::close); // before the threads are waited for
            }
        }
        assertEquals(0, mailboxes.getFirst().approximateCount());
        assertEquals(0, mailboxes.stream().mapToInt(RedisMailbox::waiting).sum());
        check();
    }

    private void run(List<RedisMailbox<String, String>> mailboxes, ExecutorService threads) throws Exception {
        List<Future<?>> consumers = new ArrayList<>();
        for (var mailbox : mailboxes) {
            var random = RandomRunsTest.random(seed, consumers.size());
            consumers.add(threads.submit(() -> consume(mailbox, random)));
        }
        var _ = mailboxes.getFirst().sendAll(IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList());
        assertTrue(half.await(Boxes.GUARD_SECONDS, TimeUnit.SECONDS), "half of them were never acknowledged");
        mailboxes.getLast().close();
        var _ = consumers.getLast().get(Boxes.GUARD_SECONDS, TimeUnit.SECONDS);
        assertTrue(acknowledged.await(Boxes.GUARD_SECONDS, TimeUnit.SECONDS), "some were never acknowledged");
        mailboxes.forEach(RedisMailbox::close);
        for (Future<?> each : consumers) {
            var _ = each.get(Boxes.GUARD_SECONDS, TimeUnit.SECONDS);
        }
    }

    private Void consume(RedisMailbox<String, String> mailbox, SplittableRandom random) throws InterruptedException {
        while (!mailbox.isClosed()) {
            var lease = Duration.ofMillis(5 + random.nextInt(25));
            for (var each : mailbox.receive(1 + random.nextInt(4), lease, Boxes.LONG)) {
                settle(each, lease, random);
            }
        }
        return null;
    }

    private void settle(Delivery<String, String> delivery, Duration lease, SplittableRandom random) throws InterruptedException {
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
            half.countDown();
            acknowledged.countDown();
        }
    }

    private void check() {
        assertEquals(seen.size(), seen.stream().map(Seen::receipt).distinct().count(), "a receipt came twice");
        Map<String, List<Seen>> byId = seen.stream().collect(Collectors.groupingBy(Seen::id));
        assertEquals(MESSAGES, byId.size());
        for (List<Seen> one : byId.values()) {
            List<Seen> inOrder = one.stream().sorted(Comparator.comparingInt(Seen::count)).toList();
            assertEquals(inOrder.size(), inOrder.stream().mapToInt(Seen::count).distinct().count(), "a count came twice");
            // a close may meet one receive whose lease ends before it is undone: that delivery nobody sees
            assertTrue(inOrder.getLast().count() <= inOrder.size() + 1, "the count of deliveries: " + inOrder);
            for (int i = 0; i < inOrder.size(); i++) {
                Seen each = inOrder.get(i);
                boolean isLast = i == inOrder.size() - 1;
                assertEquals(isLast, each.isAcknowledged(), "acknowledged once, and then gone: " + inOrder);
                assertTrue(isLast || inOrder.get(i + 1).receivedNanos() >= each.freeNanos(), "two had it: " + inOrder);
            }
        }
    }
}
