package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.UnreadableBody;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A body that cannot be read holds up nobody but itself. */
class UnreadableTest extends SqsTest {
    private static final Codec<Integer> NUMBERS = new Codec<>(String::valueOf, Integer::valueOf);

    private final String queue = sqs.newQueue();
    private final Mailbox<String, String> texts = open(config(queue));
    private final MemoryMailbox<UnreadableBody, Void> deadLetters = new MemoryMailbox<>(
            MemoryConfig.named("unreadable").withMaxSize(1).withClock(new SteppedClock()));

    private SqsMailbox<Integer, String> numbers(Mailbox<UnreadableBody, ?> unreadable) {
        return SqsMailbox.open(client.client(), SqsConfig.<Integer, String>of(queue, NUMBERS).withUnreadable(unreadable));
    }

    private static Set<Integer> bodies(Mailbox<Integer, String> from, int count) throws InterruptedException {
        Set<Integer> got = new HashSet<>();
        while (got.size() < count) {
            for (Delivery<Integer, String> each : from.receive(10, HOUR, SOON)) {
                got.add(each.body());
            }
        }
        return got;
    }

    @Test
    void itGoesToTheMailboxForItAndTheRestIsDelivered() throws Exception {
        var numbers = numbers(deadLetters);
        sent(texts, List.of("1", "two", "3"));

        assertEquals(Set.of(1, 3), bodies(numbers, 2));

        var letter = deadLetters.receive().getFirst().body();
        assertEquals(queue, letter.mailbox());
        assertEquals("two", letter.text());
        assertEquals(1, letter.deliveryCount());
        assertTrue(letter.error().contains("NumberFormatException"), letter.error());
        assertEquals(2, numbers.approximateCount(), "the two that are leased");
        assertEquals(0, numbers.unreadable());
    }

    @Test
    void withNoMailboxForItItStaysInFlightAndIsCounted() throws Exception {
        var numbers = numbers(null);
        sent(texts, List.of("1", "two", "3"));

        assertEquals(Set.of(1, 3), bodies(numbers, 2));

        assertEquals(1, numbers.unreadable());
        assertEquals(3, numbers.approximateCount());
    }

    @Test
    void ifThatMailboxIsFullItStaysToo() throws Exception {
        var numbers = numbers(deadLetters);
        sent(texts, List.of("one", "two"));
        while (numbers.unreadable() + deadLetters.approximateCount() < 2) {
            assertEquals(List.of(), numbers.receive(10, HOUR, Duration.ofSeconds(1)));
        }
        assertEquals(1, numbers.unreadable());
        assertEquals(1, numbers.approximateCount());
    }

    @Test
    void ifThatMailboxFailsItStaysToo() throws Exception {
        Codec<UnreadableBody> broken = new Codec<>(_ -> {
            throw new IllegalStateException("no ink");
        }, _ -> null);
        var failing = SqsMailbox.open(sqs.client(), SqsConfig.<UnreadableBody, Void>of(sqs.newQueue(), broken));
        var numbers = numbers(failing);
        sent(texts, "one");

        assertEquals(List.of(), numbers.receive(10, HOUR, Duration.ofSeconds(1)));

        assertEquals(1, numbers.unreadable());
        assertEquals(1, numbers.approximateCount());
    }

    @Test
    void whoWaitsGoesOnWaitingForOneThatCanBeRead() throws Exception {
        var numbers = numbers(deadLetters);
        sent(texts, "one");
        var _ = Thread.ofVirtual().start(() -> {
            while (deadLetters.approximateCount() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            sent(texts, "1");
        });
        assertEquals(1, one(numbers).body());
    }

    @Test
    void itComesAgainWhenItsLeaseEnds() throws Exception {
        var numbers = numbers(null);
        sent(texts, "one");
        assertEquals(List.of(), numbers.receive(1, Duration.ofSeconds(1), NOW));
        var again = one(texts);
        assertEquals("one", again.body());
        assertEquals(2, again.deliveryCount());
    }
}
