package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;

/** Receiving: for how long it asks, and how it is left. */
class ReceiveTest extends SqsTest {
    private static final ReceiveMessageResponse NOTHING = ReceiveMessageResponse.builder().build();

    @Test
    void aDeliverySaysWhenItWasSent() throws Exception {
        var mailbox = open();
        Instant before = Instant.now().minusSeconds(1);
        sent(mailbox, "a");
        Instant at = one(mailbox).enqueuedAt();
        assertTrue(at.isAfter(before) && at.isBefore(Instant.now().plusSeconds(1)), at.toString());
    }

    @Nested
    class GivenAServerThatHasNothing {
        private final SteppedClock clock = new SteppedClock();
        private final SqsMailbox<String, String> mailbox = open(config(sqs.newQueue()).withClock(clock));

        /** It waits as long as it was asked to, but for so much. */
        private void answerAfterTheWaitLess(Duration early) {
            client.standIn(request -> {
                if (!(request instanceof ReceiveMessageRequest receive)) {
                    return null;
                }
                Duration wait = Duration.ofSeconds(receive.waitTimeSeconds());
                clock.step(wait.isZero() ? wait : wait.minus(early));
                return NOTHING;
            });
        }

        private List<Integer> waits() {
            return client.asked(ReceiveMessageRequest.class).stream().map(ReceiveMessageRequest::waitTimeSeconds).toList();
        }

        @Test
        void aLongWaitIsAskedForInTwenties() throws Exception {
            answerAfterTheWaitLess(Duration.ZERO);
            assertEquals(List.of(), mailbox.receive(1, HOUR, Duration.ofSeconds(45)));
            assertEquals(List.of(20, 20, 5), waits());
        }

        @Test
        void aWaitBeyondAllTimeIsAskedForInTwentiesToo() throws Exception {
            client.standIn(request -> {
                if (request instanceof ReceiveMessageRequest && waits().size() == 3) {
                    mailbox.close();
                }
                return request instanceof ReceiveMessageRequest ? NOTHING : null;
            });
            assertEquals(List.of(), mailbox.receive(1, HOUR, Duration.ofSeconds(Long.MAX_VALUE)));
            assertEquals(List.of(20, 20, 20), waits());
        }

        @Test
        void partsOfASecondCountAsOne() throws Exception {
            answerAfterTheWaitLess(Duration.ZERO);
            assertEquals(List.of(), mailbox.receive(1, Duration.ofMillis(1001), Duration.ofMillis(1500)));
            assertEquals(List.of(2), waits());
            assertEquals(2, client.asked(ReceiveMessageRequest.class).getFirst().visibilityTimeout());
        }

        @Test
        void anAnswerThatIsABitEarlyIsTheLast() throws Exception {
            answerAfterTheWaitLess(Duration.ofMillis(90));
            assertEquals(List.of(), mailbox.receive(1, HOUR, Duration.ofSeconds(20)));
            assertEquals(List.of(20), waits());
        }

        @Test
        void anAnswerThatIsMuchTooEarlyIsNot() throws Exception {
            answerAfterTheWaitLess(Duration.ofMillis(500));
            assertEquals(List.of(), mailbox.receive(1, HOUR, Duration.ofSeconds(3)));
            assertEquals(List.of(3, 1), waits());
        }

        @Test
        void noWaitIsOneQuestion() throws Exception {
            answerAfterTheWaitLess(Duration.ZERO);
            assertEquals(List.of(), mailbox.receive(99, NOW, NOW));
            assertEquals(List.of(0), waits());
            assertEquals(10, client.asked(ReceiveMessageRequest.class).getFirst().maxNumberOfMessages());
            assertEquals(0, client.asked(ReceiveMessageRequest.class).getFirst().visibilityTimeout());
        }
    }

    /** A receive for an hour, on a thread of the machine, which a socket would not let go. */
    private final class Waiter {
        final CompletableFuture<Object> result = new CompletableFuture<>();
        final Thread thread;
        final long startNanos = System.nanoTime();

        Waiter(Mailbox<String, String> mailbox) throws InterruptedException {
            thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    result.complete(mailbox.receive(1, HOUR, HOUR));
                } catch (Throwable e) {
                    result.complete(e);
                }
            });
            while (client.asked(ReceiveMessageRequest.class).isEmpty()) {
                Thread.sleep(1); // until the server is asked
            }
        }

        Object result() throws Exception {
            Object got = result.get(10, TimeUnit.SECONDS);
            assertTrue(System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(10), "it took as long as the poll");
            return got;
        }
    }

    @Nested
    class GivenOneWhoWaits {
        private final SqsMailbox<String, String> mailbox = open();
        /** By another client, so that it is not watched. */
        private final SqsMailbox<String, String> elsewhere = SqsMailbox.open(sqs.client(), config(mailbox.name()));

        @Test
        void aCloseLetsItGoAtOnceAndWhatComesLaterIsForOthers() throws Exception {
            var waiter = new Waiter(mailbox);
            assertEquals(1, mailbox.waiting());

            mailbox.close();

            assertEquals(List.of(), waiter.result());
            assertEquals(0, mailbox.waiting());
            sent(elsewhere, "a"); // the call is still out there, with a lease of an hour
            assertEquals("a", one(elsewhere).body());
        }

        @Test
        void anInterruptLetsItGoAtOnceAndWhatComesLaterIsForOthers() throws Exception {
            var waiter = new Waiter(mailbox);

            waiter.thread.interrupt();

            assertInstanceOf(InterruptedException.class, waiter.result());
            assertEquals(0, mailbox.waiting());
            sent(elsewhere, "a");
            assertEquals("a", one(elsewhere).body());
        }
    }

    @Nested
    class GivenAnAnswerOnItsWay {
        @Test
        void aCloseGivesBackWhatWasLeased() throws Exception {
            var mailbox = open();
            sent(mailbox, "a");
            client.standIn(request -> {
                if (!(request instanceof ReceiveMessageRequest receive)) {
                    return null;
                }
                var answer = sqs.client().receiveMessage(receive);
                mailbox.close();
                return answer;
            });

            assertEquals(List.of(), mailbox.receive(1, HOUR, SOON));

            assertEquals(2, one(open(config(mailbox.name()))).deliveryCount());
            assertEquals(1, client.asked(ChangeMessageVisibilityBatchRequest.class).size());
        }

        @Test
        void aClosedMailboxAsksNobody() throws Exception {
            var mailbox = open();
            mailbox.close();
            assertEquals(List.of(), mailbox.receive(1, HOUR, SOON));
            assertEquals(0, client.asked(ReceiveMessageRequest.class).size());
        }
    }

    @Nested
    class GivenAnInterruptedThread {
        @Test
        void aReceiveTakesNothing() throws Exception {
            var mailbox = open();
            sent(mailbox, "a");
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> mailbox.receive(1, HOUR, NOW));
            assertEquals(1, one(mailbox).deliveryCount());
        }

        @Test
        void whatIsInHandCanBeSettledAndSentAndTheInterruptIsKept() throws Exception {
            var mailbox = open();
            sent(mailbox, "a");
            var held = one(mailbox);
            Thread.currentThread().interrupt();
            try {
                assertEquals(AckStatus.DONE, held.extend(HOUR));
                assertEquals(AckStatus.DONE, held.acknowledge());
                sent(mailbox, "b");
            } finally {
                assertTrue(Thread.interrupted());
            }
            assertEquals("b", one(mailbox).body());
        }
    }
}
