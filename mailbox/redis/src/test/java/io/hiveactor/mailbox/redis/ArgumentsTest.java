package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.config;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before the server is asked. */
@Timeout(60)
class ArgumentsTest {
    private final RedisBackend backend = OneServer.shared().backend;

    @ParameterizedTest
    @ValueSource(strings = {"", "a{b", "a}b", "{}", "a b", "a\tb", "a\nb", "a\u0000b", "a\u007fb", "a\u00a0b", "a\u2028b"})
    void whatIsNoNameIsRefused(String name) {
        var refused = assertThrows(IllegalArgumentException.class, () -> config(name));
        assertTrue(refused.getMessage().contains("'" + name + "'"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "a/b", "tenant:orders.v2", "Ärger", "a[b]*?", "😀"})
    void anyOtherNameIsGood(String name) throws Exception {
        var mailbox = open(backend, name);
        var _ = mailbox.purge();
        send(mailbox, "hello");
        var got = receiveOne(mailbox, LONG);
        assertEquals("hello", got.body());
        assertEquals(AckStatus.DONE, mailbox.acknowledge(got.receipt()));
    }

    @Test
    void sizesAndTimesMustBePositiveAndWhatTheServerCanCount() {
        assertThrows(IllegalArgumentException.class, () -> config("a").withMaxSize(0));
        assertThrows(IllegalArgumentException.class, () -> config("a").withMaxSize(-1));
        assertThrows(IllegalArgumentException.class, () -> config("a").withKeyTtl(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> config("a").withKeyTtl(Duration.ofNanos(1)));
        assertThrows(IllegalArgumentException.class, () -> config("a").withKeyTtl(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThrows(IllegalArgumentException.class, () -> config("a").withKeyTtl(Duration.ofDays(36_501)));
        assertThrows(IllegalArgumentException.class, () -> config("a").withPollInterval(Duration.ZERO));
        var client = OneServer.shared().client;
        for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofDays(1).plusNanos(1),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThrows(IllegalArgumentException.class, () -> RedisBackend.connect(client, bad).close());
        }
    }

    @Test
    void theLongestTtlAndTimeoutWork() throws Exception {
        try (var patient = RedisBackend.connect(OneServer.shared().client, Duration.ofDays(1))) {
            var lasting = new RedisMailbox<>(patient, config(newName()).withKeyTtl(Duration.ofDays(36_500)));
            send(lasting, "a");
            assertEquals(AckStatus.DONE, receiveOne(lasting, LONG).acknowledge());
        }
    }

    @Test
    void aMailboxForRepliesMustHaveAName() {
        var mailbox = open(backend, newName());
        assertThrows(IllegalArgumentException.class, () -> mailbox.send("ask", new MemoryMailbox<String, Void>("")));
        assertEquals(0, mailbox.approximateCount());
    }

    @Test
    void aReceiptOfAMailboxWhoseNameIsABeginningIsRefused() throws Exception {
        String name = newName();
        var longer = open(backend, name + "/b");
        send(longer, "a");
        String receipt = receiveOne(longer, LONG).receipt();
        var shorter = open(backend, name);
        var refused = assertThrows(IllegalArgumentException.class, () -> {
            var _ = shorter.acknowledge(receipt);
        });
        assertTrue(refused.getMessage().contains(receipt));
        assertEquals(AckStatus.DONE, longer.acknowledge(receipt));
    }

    @Test
    void aReceiptOfAMailboxWhoseNameIsAsLongIsRefused() throws Exception {
        var one = open(backend, newName());
        send(one, "a");
        String receipt = receiveOne(one, LONG).receipt();
        assertThrows(IllegalArgumentException.class, () -> {
            var _ = open(backend, newName()).acknowledge(receipt);
        });
    }

    @Test
    void argumentsAreCheckedBeforeTheServerIsAsked() {
        var gone = RedisBackend.connect(OneServer.shared().client);
        gone.close();
        var mailbox = open(gone, newName());
        for (String receipt : List.of("nonsense", mailbox.name() + "/x/y", "")) {
            assertThrows(IllegalArgumentException.class, () -> {
                var _ = mailbox.acknowledge(receipt);
            });
        }
        assertThrows(IllegalArgumentException.class, () -> {
            var _ = mailbox.receive(1, Duration.ofNanos(-1), LONG);
        });
    }

    @Test
    void theTraitsAreThoseOfAnExactQueueThatIsDurableUnlessItHasATtl() {
        var lasting = new RedisMailbox<>(backend, RedisConfig.named(newName(), Codec.text()));
        assertEquals(new MailboxTraits(MailboxTraits.Order.FIFO, null, true, true), lasting.traits());
        var passing = new RedisMailbox<>(backend, config(newName()).withKeyTtl(Duration.ofDays(3)));
        assertEquals(new MailboxTraits(MailboxTraits.Order.FIFO, null, true, false), passing.traits());
        var factory = new RedisMailboxFactory<>(backend, Codec.text());
        assertFalse(Objects.requireNonNull(factory.create(newName())).traits().isDurable());
    }
}
