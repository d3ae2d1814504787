package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** Several at once take few calls, and none of them is lost on the way. */
class BatchTest extends SqsTest {
    private static BatchResultErrorEntry failed(String id, boolean isSenderFault) {
        return BatchResultErrorEntry.builder()
                .id(id)
                .code("InternalError")
                .message("no luck")
                .senderFault(isSenderFault)
                .build();
    }

    private List<Integer> sizesSent() {
        return client.asked(SendMessageBatchRequest.class).stream().map(each -> each.entries().size()).toList();
    }

    /** Of each call, the entries of these bodies fail, and the server has the others. */
    private void refuse(Set<String> bodies, int calls, boolean isSenderFault) {
        var left = new AtomicInteger(calls);
        client.standIn(request -> {
            if (!(request instanceof SendMessageBatchRequest batch) || left.getAndDecrement() <= 0) {
                return null;
            }
            List<SendMessageBatchRequestEntry> good = new ArrayList<>(batch.entries());
            good.removeIf(each -> bodies.contains(each.messageBody()));
            var bad = batch.entries().stream()
                    .filter(each -> bodies.contains(each.messageBody()))
                    .map(each -> failed(each.id(), isSenderFault))
                    .toList();
            var some = good.isEmpty()
                    ? SendMessageBatchResponse.builder().build()
                    : sqs.client().sendMessageBatch(ask -> ask.queueUrl(batch.queueUrl()).entries(good));
            return some.toBuilder().failed(bad).build();
        });
    }

    @Nested
    class Sending {
        @Test
        void twentyThreeTakeThreeCalls() throws Exception {
            var mailbox = open();

            var results = mailbox.sendAll(numbered(23));

            assertEquals(List.of(10, 10, 3), sizesSent());
            Set<String> ids = new HashSet<>();
            results.forEach(each -> ids.add(((Sent) each).id()));
            Set<String> got = new HashSet<>();
            receive(mailbox, 23).forEach(each -> got.add(each.id()));
            assertEquals(ids, got);
        }

        @Test
        void largeOnesTakeMoreCalls() {
            var mailbox = open(config(sqs.newQueue()).withMaxBytes(1000));
            String body = "x".repeat(400);

            var results = mailbox.sendAll(List.of(body, body, body, "y".repeat(1000), body));

            assertEquals(5, results.size());
            assertEquals(List.of(2, 1, 1, 1), sizesSent());
        }

        @Test
        void noneTakesNoCall() {
            assertEquals(List.of(), open().sendAll(List.of()));
            assertEquals(List.of(), sizesSent());
        }

        @Test
        void oneThatIsRefusedHereKeepsAllFromBeingSent() {
            var mailbox = open();
            assertThrows(IllegalArgumentException.class, () -> mailbox.sendAll(List.of("a", "\u0000")));
            assertEquals(List.of(), sizesSent());
        }

        @Test
        void whatTheServerCouldNotDoIsTriedAgainAndTheIdsKeepTheirPlaces() throws Exception {
            var mailbox = open();
            refuse(Set.of("b1", "b3"), 2, false);

            var results = mailbox.sendAll(numbered(5));

            assertEquals(List.of(5, 2, 2), sizesSent());
            for (Delivery<String, String> each : receive(mailbox, 5)) {
                assertEquals(new Sent(each.id()), results.get(Integer.parseInt(each.body().substring(1))));
            }
        }

        @Test
        void whatTheServerCannotDoAtAllIsTold() throws Exception {
            var mailbox = open();
            refuse(Set.of("b11", "b13"), 99, false);

            var e = assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(25)));

            assertEquals("send to queue " + mailbox.name() + ": 18 of 25 are sent"
                    + "; not 11 (InternalError, no luck); not 13 (InternalError, no luck); none from 20 on", e.getMessage());
            assertEquals(List.of(10, 10, 2, 2), sizesSent());
            assertEquals(18, receive(mailbox, 18).size());
            assertEquals(List.of(), mailbox.receive(1, HOUR, NOW));
        }

        @Test
        void aCallThatFailsSaysWhatIsSentAndOfWhichThatIsNotKnown() throws Exception {
            var mailbox = open();
            var calls = new AtomicInteger();
            client.standIn(request -> {
                if (request instanceof SendMessageBatchRequest && calls.incrementAndGet() == 2) {
                    throw SdkClientException.create("the line is cut");
                }
                return null;
            });

            var e = assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(25)));

            String perhaps = "; perhaps 10; perhaps 11; perhaps 12; perhaps 13; perhaps 14"
                    + "; perhaps 15; perhaps 16; perhaps 17; perhaps 18; perhaps 19";
            String name = "send to queue " + mailbox.name();
            assertEquals(name + ": 10 of 25 are sent" + perhaps + "; none from 20 on: " + name + ": the line is cut",
                    e.getMessage());
        }

        @Test
        void aCallThatFailsWhenSomeAreTriedAgainSaysSoOfThose() throws Exception {
            var mailbox = open();
            refuse(Set.of("b1"), 1, false);
            var first = client.stand();
            client.standIn(request -> {
                if (request instanceof SendMessageBatchRequest batch && batch.entries().size() == 1) {
                    throw SdkClientException.create("the line is cut");
                }
                return first.answer(request);
            });

            var e = assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(3)));

            assertTrue(e.getMessage().contains(": 2 of 3 are sent; perhaps 1 (InternalError, no luck): "), e.getMessage());
        }

        @Test
        void whatTheServerDoesNotMentionIsToldToo() {
            var mailbox = open();
            client.standIn(request ->
                    request instanceof SendMessageBatchRequest ? SendMessageBatchResponse.builder().build() : null);
            var e = assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(2)));
            assertTrue(e.getMessage().endsWith("0 of 2 are sent; not 0; not 1"), e.getMessage());
        }

        @Test
        void whatIsTheSendersFaultIsNotTriedAgain() {
            var mailbox = open();
            refuse(Set.of("b1"), 99, true);
            assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(3)));
            assertEquals(List.of(3), sizesSent());
        }

        @Test
        void nothingIsTriedAgainWhereThatWouldChangeTheOrder() {
            var mailbox = open(config(sqs.newFifoQueue()));
            refuse(Set.of("b1"), 99, false);
            assertThrows(BackendException.class, () -> mailbox.sendAll(numbered(3)));
            assertEquals(List.of(3), sizesSent());
        }
    }

    @Nested
    class Acknowledging {
        @Test
        void twentyThreeTakeThreeCalls() throws Exception {
            var mailbox = open();
            sent(mailbox, numbered(23));
            var got = receive(mailbox, 23);

            var results = mailbox.acknowledgeAll(got);

            assertEquals(23, results.stream().filter(AckStatus.DONE::equals).count());
            assertTrue(got.stream().allMatch(Delivery::isFinalized));
            assertEquals(List.of(10, 10, 3),
                    client.asked(DeleteMessageBatchRequest.class).stream().map(each -> each.entries().size()).toList());
            assertEquals(0, client.asked(DeleteMessageRequest.class).size());
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void oneThatTheServerNoLongerKnowsIsLateAndTheOthersAreDone() throws Exception {
            var mailbox = open();
            sent(mailbox, numbered(3));
            var got = receive(mailbox, 3);
            assertEquals(AckStatus.DONE, mailbox.acknowledge(got.get(1).receipt()));

            assertEquals(List.of(AckStatus.DONE, AckStatus.LEASE_ENDED, AckStatus.DONE), mailbox.acknowledgeAll(got));

            assertFalse(got.get(1).isFinalized());
            assertEquals(0, client.asked(DeleteMessageRequest.class).size() - 1);
        }

        @Test
        void oneThatTheServerCouldNotDoIsAskedForAlone() throws Exception {
            var mailbox = open();
            sent(mailbox, numbered(2));
            var got = receive(mailbox, 2);
            client.standIn(request -> request instanceof DeleteMessageBatchRequest
                    ? DeleteMessageBatchResponse.builder().failed(failed("0", false), failed("1", false)).build()
                    : null);

            assertEquals(List.of(AckStatus.DONE, AckStatus.DONE), mailbox.acknowledgeAll(got));

            assertEquals(2, client.asked(DeleteMessageRequest.class).size());
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void thoseWhoseLeaseIsOverHereAreNotAskedFor() throws Exception {
            var clock = new SteppedClock();
            var mailbox = open(config(sqs.newQueue()).withClock(clock));
            sent(mailbox, "a");
            var got = List.of(one(mailbox));
            clock.step(HOUR);
            int before = client.count();

            assertEquals(List.of(AckStatus.LEASE_ENDED), mailbox.acknowledgeAll(got));
            assertEquals(before, client.count());
        }

        @Test
        void oneThatIsInTheListTwiceIsLateTheSecondTime() throws Exception {
            var mailbox = open();
            sent(mailbox, "a");
            var got = one(mailbox);
            assertEquals(List.of(AckStatus.DONE, AckStatus.LEASE_ENDED), mailbox.acknowledgeAll(List.of(got, got)));
        }

        @Test
        void thoseOfAnotherMailboxAreLeftToIt() throws Exception {
            var mailbox = open();
            Mailbox<String, String> other = open();
            sent(mailbox, "a");
            sent(other, "b");
            var mixed = List.of(one(mailbox), one(other));

            assertEquals(List.of(AckStatus.DONE, AckStatus.DONE), mailbox.acknowledgeAll(mixed));

            assertEquals(0, mailbox.approximateCount());
            assertEquals(0, other.approximateCount());
        }
    }
}
