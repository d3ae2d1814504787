package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.config;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.json.JsonCodec;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From the name that is kept to the mailbox that is replied to. */
@Timeout(60)
class RepliesTest {
    private final RedisBackend backend = OneServer.shared().backend;
    private final RedisMailboxFactory<String> factory = new RedisMailboxFactory<>(backend, Codec.text());
    private final Mailbox<String, String> answers = open(backend, newName());

    private Delivery<String, String> asked(MailboxResolver<String> resolver) throws Exception {
        var requests = new RedisMailbox<>(backend, config(newName()).withReplies(resolver));
        assertInstanceOf(Sent.class, requests.send("ask", answers));
        return receiveOne(requests, LONG);
    }

    @Test
    void aFactoryMakesAMailboxOfAnyName() throws Exception {
        assertInstanceOf(Sent.class, asked(factory).reply("yes"));
        assertEquals("yes", receiveOne(answers, LONG).body());
    }

    @Test
    void aMailboxThatIsOpenedWithACodecForRepliesRepliesToAnyName() throws Exception {
        try (var requests = RedisMailbox.open(backend, newName(), Codec.text(), Codec.text())) {
            assertInstanceOf(Sent.class, requests.send("ask", answers));
            assertInstanceOf(Sent.class, receiveOne(requests, LONG).reply("yes"));
            assertEquals("yes", receiveOne(answers, LONG).body());
        }
    }

    @Test
    void aRegistryKnowsThoseOfItsMap() throws Exception {
        assertSame(answers, asked(MailboxResolver.registry(Map.of(answers.name(), answers))).replyTo());
        assertEquals(NotReplied.UNKNOWN_ADDRESS, asked(MailboxResolver.registry(Map.of("other", answers))).reply("?"));
    }

    @Test
    void aCompositeAsksItsMapFirst() throws Exception {
        assertSame(answers, asked(MailboxResolver.composite(Map.of(answers.name(), answers), factory)).replyTo());
        var made = asked(MailboxResolver.composite(Map.of("other", answers), factory)).replyTo();
        assertInstanceOf(SendOnlyMailbox.class, made);
    }

    @Test
    void withoutAResolverAnyNameResolvesOnTheSameServer() throws Exception {
        var requests = new RedisMailbox<>(backend, RedisConfig.named(newName(), Codec.text(), Codec.text()));
        assertInstanceOf(Sent.class, requests.send("ask", answers));
        assertInstanceOf(Sent.class, receiveOne(requests, LONG).reply("yes"));
        assertEquals("yes", receiveOne(answers, LONG).body());
    }

    @Test
    void aWorkerWithoutAResolverRepliesToAnyName() throws Exception {
        Codec<WorkRequest<String>> asked = JsonCodec.of(WorkRequest.class, String.class);
        Codec<WorkResult<String>> answered = JsonCodec.of(WorkResult.class, String.class);
        var requests = new RedisMailbox<>(backend, RedisConfig.named(newName(), asked, answered));
        var results = new RedisMailbox<>(backend, RedisConfig.named(newName(), answered));
        assertInstanceOf(Sent.class, requests.send(WorkRequest.of("ask"), results));
        var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body + "!");
        worker.run(1);
        assertEquals(1, worker.stats().succeeded());
        assertEquals("ask!", results.receive(1, LONG, Duration.ZERO).getFirst().body().output());
    }

    @Test
    void ifTheAddressCannotBeLookedForTheMessageIsGivenBackAndTheRestIsDelivered() throws Exception {
        var looks = new AtomicInteger();
        try (var requests = new RedisMailbox<>(backend, config(newName()).withReplies(name -> {
            if (looks.incrementAndGet() == 1) {
                throw new IllegalStateException("not today");
            }
            return factory.find(name);
        }))) {
            assertInstanceOf(Sent.class, requests.send("ask", answers));
            send(requests, "tell");
            assertEquals(List.of("tell"), Boxes.bodies(requests.receive(10, LONG, Duration.ZERO)));
            assertEquals(1, requests.unresolved());
            Delivery<String, String> again = requests.receive(10, LONG, Duration.ofSeconds(20)).getFirst();
            assertEquals(2, again.deliveryCount());
            assertInstanceOf(Sent.class, again.reply("yes"));
        }
    }

    @Test
    void anAddressIsLookedForOncePerDelivery() throws Exception {
        var looks = new AtomicInteger();
        var got = asked(name -> {
            looks.incrementAndGet();
            return factory.find(name);
        });
        assertInstanceOf(Sent.class, got.reply("one"));
        assertInstanceOf(Sent.class, got.reply("two"));
        assertNotNull(got.replyTo());
        assertEquals(1, looks.get());
    }

    @Test
    void anAddressThatIsNoNameHereIsNone() throws Exception {
        var requests = new RedisMailbox<>(backend, config(newName()).withReplies(factory));
        assertInstanceOf(Sent.class, requests.send("ask", new MemoryMailbox<String, String>("with {braces}")));
        Delivery<String, String> got = receiveOne(requests, LONG);
        assertNull(got.replyTo());
        assertEquals("with {braces}", got.replyToName());
        assertEquals(NotReplied.UNKNOWN_ADDRESS, got.reply("?"));
    }

    @Test
    void aSendOnlyMailboxSendsAndDoesNotReceive() throws Exception {
        Mailbox<String, ?> only = factory.create(answers.name());
        assertNotNull(only);
        send(only, "a");
        assertEquals(2, only.sendAll(List.of("b", "c")).size());
        assertEquals(3, only.approximateCount());
        var refused = assertThrows(UnsupportedOperationException.class, () -> {
            var _ = only.receive(1, LONG, Duration.ofSeconds(1));
        });
        assertTrue(refused.getMessage().contains(answers.name()), refused.getMessage());
        assertThrows(UnsupportedOperationException.class, () -> {
            var _ = only.acknowledge("nonsense");
        });
        assertEquals("a", receiveOne(answers, LONG).body());
        assertFalse(only.isClosed());
        only.close();
        assertTrue(only.isClosed());
        assertEquals(3, only.purge());
    }
}
