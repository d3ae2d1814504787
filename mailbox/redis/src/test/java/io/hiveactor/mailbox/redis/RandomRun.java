package io.hiveactor.mailbox.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Random calls, one after the other, by several mailbox objects of one queue, each compared with what a model allows. Leases end
 * in real time: of each the model knows from when to when it may end, and only there it lets the server choose.
 */
final class RandomRun {
    /** The server's clock is not this program's. */
    private static final long SLACK_NANOS = 1_000_000;

    private static final List<Duration> LEASES = List.of(
            Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(6), Duration.ofMillis(20), Boxes.LONG, Boxes.LONG);

    /** A message that is in the queue. */
    private static final class Message {
        final String id;
        final String body;
        int deliveries;
        @Nullable Instant enqueuedAt;
        /** The one whose receipt is good until the lease ends. */
        @Nullable Delivery<String, String> holder;
        /** Visible, at the tail, not before the one and not after the other. */
        long earliestEnd;
        long latestEnd;

        Message(String id, String body) {
            this.id = id;
            this.body = body;
        }

        void hide(long start, long end, Duration time) {
            earliestEnd = start + time.toNanos() - SLACK_NANOS;
            latestEnd = end + time.toNanos() + SLACK_NANOS;
        }

        void show(long start, long end) {
            holder = null;
            earliestEnd = start - SLACK_NANOS;
            latestEnd = end;
        }

        boolean isCertainlyInFrontOf(Message other) {
            return latestEnd < other.earliestEnd;
        }
    }

    private final SplittableRandom random;
    private final RedisBackend[] backends;
    private final RedisMailbox<String, String>[] mailboxes;
    private final RedisMailbox<String, String> replies;
    private final RedisConfig<String, String> config;
    private final int maxSize;
    private final Map<String, Message> alive = new LinkedHashMap<>();
    private final List<Delivery<String, String>> deliveries = new ArrayList<>();
    private final Set<String> receipts = new HashSet<>();
    private final List<String> replied = new ArrayList<>();
    private int bodies;

    @SuppressWarnings({"unchecked", "rawtypes"})
    RandomRun(long seed, RedisBackend... backends) {
        random = RandomRunsTest.random(seed, 0);
        this.backends = backends;
        replies = Boxes.open(backends[0], Boxes.newName());
        maxSize = random.nextBoolean() ? RedisConfig.UNLIMITED : 1 + random.nextInt(12);
        config = Boxes.config(Boxes.newName())
                .withMaxSize(maxSize)
                .withReplies(name -> name.equals(replies.name()) ? replies : null);
        mailboxes = new RedisMailbox[] {open(0), open(1), open(1)};
    }

    private RedisMailbox<String, String> open(int backend) {
        return new RedisMailbox<>(backends[backend], config);
    }

    private RedisMailbox<String, String> any() {
        return mailboxes[random.nextInt(mailboxes.length)];
    }

    private Duration anyLease() {
        return LEASES.get(random.nextInt(LEASES.size()));
    }

    void run(int calls) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3 -> send();
                case 4, 5, 6, 7, 8 -> receive(any(), 1 + random.nextInt(4), anyLease());
                case 9, 10, 11 -> acknowledge();
                case 12, 13 -> nack(random.nextBoolean() ? Duration.ZERO : anyLease());
                case 14 -> extend();
                case 15 -> reply();
                case 16, 17 -> Thread.sleep(random.nextInt(6));
                case 18 -> reopen();
                default -> {
                    if (random.nextInt(6) == 0) {
                        purge();
                    }
                }
            }
            assertEquals(alive.size(), any().approximateCount());
        }
        drain();
    }

    private void send() {
        String body = "body " + bodies++;
        long start = System.nanoTime();
        var result = any().send(body, replies);
        if (alive.size() >= maxSize) {
            assertEquals(NotSent.FULL, result);
        } else {
            String id = assertInstanceOf(Sent.class, result).id();
            var message = new Message(id, body);
            message.show(start, System.nanoTime());
            alive.put(id, message);
        }
    }

    private void receive(RedisMailbox<String, String> mailbox, int most, Duration lease) throws InterruptedException {
        long start = System.nanoTime();
        var batch = mailbox.receive(most, lease, Duration.ZERO);
        long end = System.nanoTime();
        checkOrder(batch, start);
        for (var each : batch) {
            Message message = alive.get(each.id());
            assertNotNull(message, "delivered although it is gone: " + each);
            assertTrue(message.earliestEnd <= end, "delivered while another has it: " + each);
            message.deliveries++;
            assertEquals(message.deliveries, each.deliveryCount());
            assertEquals(message.body, each.body());
            assertTrue(receipts.add(each.receipt()), "a receipt came twice: " + each.receipt());
            assertFalse(each.isFinalized());
            assertEquals(replies, each.replyTo());
            if (message.enqueuedAt == null) {
                message.enqueuedAt = each.enqueuedAt();
                assertFirstOfTheNew(message);
            }
            assertEquals(message.enqueuedAt, each.enqueuedAt());
            message.holder = each;
            message.hide(start, end, lease);
            deliveries.add(each);
        }
        if (batch.size() < most) {
            for (Message message : alive.values()) {
                boolean isOurs = message.holder != null && batch.contains(message.holder);
                assertTrue(isOurs || message.latestEnd > start, "not delivered although it is visible: " + message.id);
            }
        }
    }

    /** Nobody comes before one that is certainly in front, whether that came too or should have. */
    private void checkOrder(List<Delivery<String, String>> batch, long start) {
        List<Message> came = batch.stream().map(each -> alive.get(each.id())).filter(Objects::nonNull).toList();
        for (int i = 0; i < came.size(); i++) {
            Message message = came.get(i);
            for (Message each : alive.values()) {
                int place = came.indexOf(each);
                boolean isBehind = place > i || (place < 0 && each.latestEnd < start);
                assertFalse(isBehind && each.isCertainlyInFrontOf(message), message.body + " before " + each.body);
            }
        }
    }

    private void assertFirstOfTheNew(Message message) {
        for (Message each : alive.values()) {
            if (each == message) {
                return;
            }
            assertTrue(each.deliveries > 0, message.body + " before " + each.body);
        }
    }

    private @Nullable Delivery<String, String> anyDelivery() {
        int recent = Math.min(deliveries.size(), 8);
        return recent == 0 ? null : deliveries.get(deliveries.size() - 1 - random.nextInt(recent));
    }

    /** The message of a delivery that was settled, or null if its lease had ended; checks that it might end so. */
    private @Nullable Message settled(Delivery<String, String> delivery, Supplier<AckStatus> call) {
        Message message = alive.get(delivery.id());
        boolean isHolder = message != null && message.holder == delivery;
        long start = System.nanoTime();
        AckStatus status = call.get();
        long end = System.nanoTime();
        if (!isHolder || message.latestEnd <= start) {
            assertEquals(AckStatus.LEASE_ENDED, status, "a receipt of old works");
        } else if (message.earliestEnd > end) {
            assertEquals(AckStatus.DONE, status, "a good receipt is refused");
        }
        return status == AckStatus.DONE ? message : null;
    }

    private void acknowledge() {
        var delivery = anyDelivery();
        if (delivery != null) {
            boolean wasFinalized = delivery.isFinalized();
            boolean byReceipt = random.nextBoolean();
            Message done =
                    settled(delivery, () -> byReceipt ? any().acknowledge(delivery.receipt()) : delivery.acknowledge());
            assertEquals(wasFinalized || (done != null && !byReceipt), delivery.isFinalized());
            if (done != null) {
                alive.remove(done.id);
            }
        }
    }

    private void nack(Duration delay) {
        var delivery = anyDelivery();
        if (delivery != null) {
            boolean wasFinalized = delivery.isFinalized();
            long start = System.nanoTime();
            Message done = settled(delivery, () -> delivery.nack(delay));
            assertEquals(wasFinalized || done != null, delivery.isFinalized());
            if (done != null) {
                long end = System.nanoTime();
                done.show(start, end);
                if (!delay.isZero()) {
                    done.hide(start, end, delay);
                }
            }
        }
    }

    private void extend() {
        var delivery = anyDelivery();
        if (delivery != null) {
            Duration lease = anyLease();
            long start = System.nanoTime();
            Message done = settled(delivery, () -> delivery.extend(lease));
            if (done != null) {
                done.hide(start, System.nanoTime(), lease);
            }
        }
    }

    private void reply() {
        var delivery = anyDelivery();
        if (delivery != null) {
            String answer = "answer " + replied.size();
            var result = delivery.reply(answer);
            if (delivery.isFinalized()) {
                assertEquals(NotReplied.FINALIZED, result);
            } else {
                assertInstanceOf(Sent.class, result);
                replied.add(answer);
            }
        }
    }

    private void reopen() throws InterruptedException {
        int which = random.nextInt(mailboxes.length);
        mailboxes[which].close();
        assertEquals(List.of(), mailboxes[which].receive(10, Boxes.LONG, Boxes.LONG));
        if (random.nextBoolean()) {
            send(); // perhaps by the closed one
        }
        acknowledge();
        mailboxes[which] = open(random.nextInt(backends.length));
    }

    private void purge() {
        assertEquals(alive.size(), any().purge());
        alive.clear();
    }

    /** Whatever is there comes, once nobody holds it. */
    private void drain() throws InterruptedException {
        for (var each : deliveries) {
            Message message = alive.get(each.id());
            long start = System.nanoTime();
            if (message != null && message.holder == each && settled(each, each::nack) != null) {
                message.show(start, System.nanoTime());
            }
        }
        Set<String> delayedForLong = new HashSet<>();
        long soon = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        alive.values().stream().filter(each -> each.latestEnd > soon).forEach(each -> delayedForLong.add(each.id));
        while (alive.size() > delayedForLong.size()) {
            var batch = mailboxes[0].receive(10, Boxes.LONG, Duration.ofSeconds(10));
            assertFalse(batch.isEmpty(), "lost: " + alive.keySet());
            for (var each : batch) {
                assertEquals(AckStatus.DONE, each.acknowledge());
                assertNotNull(alive.remove(each.id()), "delivered although it is gone: " + each);
            }
        }
        assertEquals(delayedForLong.size(), mailboxes[0].purge());
        for (var answer : replied) {
            assertEquals(answer, Boxes.receiveOne(replies, Boxes.LONG).body());
        }
        assertEquals(List.of(), replies.receive(1, Boxes.LONG, Duration.ZERO));
        for (var mailbox : mailboxes) {
            mailbox.close();
        }
    }
}
