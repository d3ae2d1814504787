package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.config;
import static io.hiveactor.mailbox.redis.Boxes.got;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static io.hiveactor.mailbox.redis.Boxes.until;
import static io.hiveactor.mailbox.redis.Boxes.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.NotSent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens between a call and its answer. */
@Timeout(60)
class RaceTest {
    private final OneServer redis = OneServer.shared();
    private final Intercepted slow = new Intercepted(redis.client);
    private final String name = newName();
    private final RedisMailbox<String, String> mailbox = open(slow.backend, name);
    private final RedisMailbox<String, String> other = open(redis.backend, name);

    /** So that the first answer is to the call, and not that the server has to be told the script. */
    @BeforeEach
    void teach() throws Exception {
        send(other, "first");
        assertEquals(AckStatus.DONE, receiveOne(other, LONG).acknowledge());
    }

    @AfterEach
    void close() {
        other.close();
        slow.close();
    }

    @Test
    void ofManySendsNoneComesInFrontOfOneThatWasRefused() throws Exception {
        var small = new RedisMailbox<>(slow.backend, config(name).withMaxSize(50));
        slow.beforeTheNextAnswer(() -> assertEquals(50, other.purge()));
        var results = small.sendAll(IntStream.range(0, 150).mapToObj(i -> "m" + i).toList());
        assertEquals(150, results.size());
        assertEquals(100, results.stream().filter(NotSent.FULL::equals).count());
        assertEquals(0, other.approximateCount());
    }

    @Test
    void whatIsReceivedAfterACloseIsAsIfItHadNotBeen() throws Exception {
        var _ = other.sendAll(List.of("a", "b", "c"));
        slow.beforeTheNextAnswer(mailbox::close);
        assertEquals(List.of(), mailbox.receive(2, LONG, Duration.ZERO));
        var again = other.receive(10, LONG, Duration.ZERO);
        assertEquals(List.of("a", "b", "c"), Boxes.bodies(again));
        assertEquals(List.of(1, 1, 1), again.stream().map(Delivery::deliveryCount).toList());
    }

    @Test
    void whatIsGivenBackAfterACloseWakesOthers() throws Exception {
        send(other, "a");
        var waits = new AtomicReference<CompletableFuture<List<Delivery<String, String>>>>();
        slow.beforeTheNextAnswer(() -> {
            waits.set(waiting(other)); // finds nothing, for the message is in flight
            mailbox.close();
        });
        assertEquals(List.of(), mailbox.receive(1, LONG, Duration.ZERO));
        assertEquals("a", got(waits.get()).body());
    }

    @Test
    void aMessageThatIsSentBetweenALookAndTheWaitIsFound() throws Exception {
        var _ = mailbox.receive(1, LONG, Duration.ofMillis(1)); // so that it listens
        slow.beforeTheNextAnswer(() -> send(other, "a"));
        assertEquals(List.of("a"), Boxes.bodies(mailbox.receive(1, LONG, LONG)));
    }

    @Test
    void anInterruptWhileTheServerGivesMessagesDoesNotLoseThem() throws Exception {
        send(other, "a");
        slow.beforeTheNextAnswer(Thread.currentThread()::interrupt);
        var batch = mailbox.receive(1, LONG, LONG);
        assertTrue(Thread.interrupted(), "the interrupt was lost");
        assertEquals(List.of("a"), Boxes.bodies(batch));
    }

    @Test
    void anInterruptWhileTheServerIsSlowIsKeptAndTheMessagesToo() throws Exception {
        send(other, "a");
        Thread me = Thread.currentThread();
        redis.commands().clientPause(300);
        Thread.ofVirtual().start(() -> {
            until(() -> me.getState() == Thread.State.TIMED_WAITING);
            me.interrupt();
        });
        var batch = other.receive(1, LONG, Duration.ZERO);
        assertTrue(Thread.interrupted(), "the interrupt was lost");
        assertEquals(List.of("a"), Boxes.bodies(batch));
    }

    @Test
    void anInterruptWhileTheServerHasNothingEndsTheWait() {
        slow.beforeTheNextAnswer(Thread.currentThread()::interrupt);
        assertThrows(InterruptedException.class, () -> {
            var _ = mailbox.receive(1, LONG, LONG);
        });
        assertEquals(0, mailbox.waiting());
    }

    @Test
    void newsThatGotLostAreMadeUpForByLooking() throws Exception {
        var looking = new RedisMailbox<>(redis.backend, config(name).withPollInterval(Duration.ofMillis(200)));
        var waits = waiting(looking);
        var keys = new QueueKeys(name);
        redis.commands().hset(keys.data, "00000000-0000-0000-0000-000000000000", "unheard");
        redis.commands().lpush(keys.pending, "00000000-0000-0000-0000-000000000000");
        assertEquals("unheard", got(waits).body());
        looking.close();
    }
}
