package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static io.hiveactor.mailbox.redis.Boxes.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.UnreadableBody;
import io.hiveactor.mailbox.json.JsonCodec;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.DeadLetter;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import io.hiveactor.mailbox.worker.WorkerConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that the codec cannot read, or not write. */
@Timeout(60)
class UnreadableTest {
    private final RedisBackend backend = OneServer.shared().backend;
    private final String name = newName();
    private final Mailbox<String, String> raw = open(backend, name);

    record Order(String item, int count) {}

    private RedisMailbox<Order, String> orders(@Nullable Mailbox<UnreadableBody, ?> deadLetters) {
        return new RedisMailbox<>(
                backend, RedisConfig.named(name, JsonCodec.of(Order.class), Codec.text()).withUnreadable(deadLetters));
    }

    private void sendGoodBadGood() {
        assertTrue(orders(null).send(new Order("tea", 1)) instanceof Sent);
        send(raw, "{no order");
        assertTrue(orders(null).send(new Order("milk", 2)) instanceof Sent);
    }

    private static List<Order> bodies(List<Delivery<Order, String>> batch) {
        return batch.stream().map(Delivery::body).toList();
    }

    @Test
    void anUnreadableBodyGoesToTheDeadLettersAndTheRestIsDelivered() throws Exception {
        var letters = new RedisMailbox<UnreadableBody, Void>(
                backend, RedisConfig.named(newName(), JsonCodec.of(UnreadableBody.class)));
        var orders = orders(letters);
        sendGoodBadGood();
        assertEquals(List.of(new Order("tea", 1), new Order("milk", 2)), bodies(orders.receive(10, LONG, Duration.ZERO)));
        assertEquals(2, orders.approximateCount());
        assertEquals(1, orders.unreadable());
        UnreadableBody letter = letters.receive(10, LONG, Duration.ZERO).getFirst().body();
        assertEquals("{no order", letter.text());
        assertEquals(name, letter.mailbox());
        assertEquals(1, letter.deliveryCount());
    }

    @Test
    void withoutDeadLettersItIsSkippedUntilItsLeaseEnds() throws Exception {
        var orders = orders(null);
        sendGoodBadGood();
        assertEquals(2, orders.receive(10, LONG, Duration.ZERO).size());
        assertEquals(3, orders.approximateCount());
        assertEquals(1, orders.unreadable());
        assertEquals(List.of(), raw.receive(10, LONG, Duration.ZERO));
    }

    /** Without a mailbox for unreadable bodies, by the rule of the worker. */
    @Test
    void aWorkerCountsEachDeliveryAndEndsWithADeadLetter() throws Exception {
        var requests = new RedisMailbox<WorkRequest<Order>, WorkResult<String>>(
                backend, RedisConfig.named(name, JsonCodec.of(WorkRequest.class, Order.class),
                        JsonCodec.of(WorkResult.class, String.class)));
        var letters = new MemoryMailbox<DeadLetter<WorkRequest<Order>>, Void>("letters");
        var worker = new MailboxWorker<Order, String>(requests, (order, attempt) -> order.item(),
                WorkerConfig.<Order>standard().withDeadLetters(letters));
        send(raw, "{no order");
        worker.run(1);
        assertEquals(1, worker.stats().retried());
        assertEquals(1, requests.approximateCount());
        assertEquals(List.of(), raw.receive(10, LONG, Duration.ZERO)); // it is backed off
        assertEquals(1, requests.purge());

        send(raw, "{no order");
        for (int i = 0; i < 5; i++) {
            assertEquals(AckStatus.DONE, Boxes.receiveOne(raw, LONG).nack());
        }
        worker.run(1);
        assertEquals(1, worker.stats().deadLettered());
        assertEquals(0, requests.approximateCount());
        var letter = letters.receive().getFirst().body();
        assertEquals("{no order", letter.unreadableText());
        assertEquals(6, letter.deliveryCount());
    }

    @Test
    void anErrorOfTheCodecIsOfThatOneMessageToo() throws Exception {
        Codec<String> deep = new Codec<>(body -> body, text -> {
            if (text.equals("deep")) {
                throw new StackOverflowError("nested too deeply");
            }
            return text;
        });
        send(raw, "deep");
        send(raw, "good");
        var mailbox = new RedisMailbox<String, String>(backend, RedisConfig.named(name, deep, Codec.text()));
        ReceivedBatch<String, String> batch = mailbox.receiveBatch(10, LONG, Duration.ZERO);
        assertEquals(List.of("good"), Boxes.bodies(batch.messages()));
        UnreadableBody unread = batch.unreadable().getFirst().body();
        assertEquals("deep", unread.text());
        assertTrue(unread.error().contains("nested too deeply"), unread.error());
        assertEquals(AckStatus.DONE, batch.unreadable().getFirst().acknowledge());
        assertEquals(1, mailbox.approximateCount());
    }

    @Test
    void ifTheDeadLettersAreFullItIsSkipped() throws Exception {
        Mailbox<UnreadableBody, String> full = new MemoryMailbox<>(MemoryConfig.named("full").withMaxSize(1));
        var orders = orders(full);
        sendGoodBadGood();
        send(raw, "{nor this");
        assertEquals(2, orders.receive(10, LONG, Duration.ZERO).size());
        assertEquals(3, orders.approximateCount()); // both good ones, and the second bad one
        assertEquals(2, orders.unreadable());
        assertEquals(1, full.approximateCount());
    }

    @Test
    void ifTheDeadLettersFailItIsSkipped() throws Exception {
        var broken = new RedisMailbox<UnreadableBody, Void>(
                backend,
                RedisConfig.named(newName(), new Codec<>(_ -> {
                    throw new IllegalStateException("cannot write that either");
                }, _ -> null)));
        var orders = orders(broken);
        sendGoodBadGood();
        assertEquals(2, orders.receive(10, LONG, Duration.ZERO).size());
        assertEquals(3, orders.approximateCount());
    }

    /** A worker would give it up at once by this rule, and the body would be lost. */
    @Test
    void ifTheDeadLettersAreFullNoWorkerSettlesIt() throws Exception {
        Mailbox<UnreadableBody, String> full = new MemoryMailbox<>(MemoryConfig.named("full").withMaxSize(1));
        assertTrue(full.send(new UnreadableBody("other", "1", "", 1, Instant.EPOCH, "")) instanceof Sent);
        RedisConfig<WorkRequest<Order>, WorkResult<String>> config = RedisConfig.named(
                name, JsonCodec.of(WorkRequest.class, Order.class), JsonCodec.of(WorkResult.class, String.class));
        var requests = new RedisMailbox<>(backend, config.withUnreadable(full));
        var worker = new MailboxWorker<Order, String>(requests, (order, attempt) -> order.item(),
                WorkerConfig.<Order>standard().withPollWait(Duration.ZERO).withRule((_, _) -> true));
        send(raw, "{no order");
        worker.run(1);
        assertEquals(1, requests.unreadable());
        assertEquals(1, requests.approximateCount());
        assertEquals(0, worker.stats().givenUp());
    }

    @Test
    void aReceiverThatFindsNothingButUnreadableOnesWaitsOn() throws Exception {
        var strict = new RedisMailbox<String, String>(
                backend,
                RedisConfig.named(name, new Codec<String>(body -> body, text -> {
                    if (text.equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                    return text;
                }), Codec.text()));
        var waits = waiting(strict);
        send(raw, "bad");
        Boxes.until(() -> strict.unreadable() == 1);
        send(raw, "good");
        assertEquals("good", Boxes.got(waits).body());
        strict.close();
    }

    @Test
    void aBodyThatCannotBeWrittenIsNotSentNorAreThoseSentWithIt() {
        var picky = new RedisMailbox<String, String>(
                backend,
                RedisConfig.named(name, new Codec<String>(body -> {
                    if (body.equals("bad")) {
                        throw new IllegalStateException("bad body");
                    }
                    return body;
                }, text -> text), Codec.text()));
        var failure = assertThrows(BackendException.class, () -> send(picky, "bad"));
        assertTrue(failure.getMessage().contains(name) && failure.getMessage().contains("bad body"), failure.getMessage());
        assertThrows(BackendException.class, () -> {
            var _ = picky.sendAll(List.of("good", "bad"));
        });
        assertEquals(0, picky.approximateCount());
    }
}
