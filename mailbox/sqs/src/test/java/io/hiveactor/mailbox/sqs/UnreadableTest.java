package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.UnreadableBody;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.DeadLetter;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import io.hiveactor.mailbox.worker.WorkerConfig;
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
        return SqsMailbox.open(client.client(), SqsConfig.of(queue, NUMBERS, Codec.text()).withUnreadable(unreadable));
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

    /** Without a mailbox for unreadable bodies, by the rule of the worker. */
    @Test
    void aWorkerCountsEachDeliveryAndEndsWithADeadLetter() throws Exception {
        Codec<WorkRequest<Integer>> codec = new Codec<>(
                request -> String.valueOf(request.request()), text -> WorkRequest.of(Integer.valueOf(text)));
        Codec<WorkResult<Integer>> results = new Codec<>(String::valueOf, _ -> {
            throw new AssertionError("nothing is received here");
        });
        var requests = SqsMailbox.open(client.client(), SqsConfig.of(queue, codec, results));
        var letters = new MemoryMailbox<DeadLetter<WorkRequest<Integer>>, Void>("letters");
        var worker = new MailboxWorker<Integer, Integer>(requests, (number, attempt) -> number,
                WorkerConfig.<Integer>standard().withPollWait(SOON).withDeadLetters(letters));
        sent(texts, "one");
        worker.run(1);
        assertEquals(1, worker.stats().retried());
        assertEquals(List.of(), texts.receive(1, HOUR, NOW)); // it is backed off

        sent(texts, "two");
        for (int i = 0; i < 5; i++) {
            assertEquals(AckStatus.DONE, one(texts).nack());
        }
        worker.run(1);
        assertEquals(1, worker.stats().deadLettered());
        var letter = letters.receive().getFirst().body();
        assertEquals("two", letter.unreadableText());
        assertEquals(6, letter.deliveryCount());
        assertEquals(1, requests.approximateCount());
    }

    @Test
    void anErrorOfTheCodecIsOfThatOneMessageToo() throws Exception {
        Codec<String> deep = new Codec<>(body -> body, _ -> {
            throw new StackOverflowError("nested too deeply");
        });
        sent(texts, "one");
        var batch = SqsMailbox.open(client.client(), SqsConfig.of(queue, deep)).receiveBatch(1, HOUR, SOON);
        assertEquals("one", batch.unreadable().getFirst().body().text());
        assertEquals(AckStatus.DONE, batch.unreadable().getFirst().acknowledge());
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
        var failing = SqsMailbox.open(sqs.client(), SqsConfig.of(sqs.newQueue(), broken));
        var numbers = numbers(failing);
        sent(texts, "one");

        assertTrue(numbers.receiveBatch(10, HOUR, Duration.ofSeconds(1)).isEmpty(), "no receiver may settle it");

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
