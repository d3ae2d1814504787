package io.hiveactor.mailbox.doubles;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class FakeMailboxTest {
    private static final Duration LEASE = ofSeconds(30);

    private final FakeMailbox<@Nullable String, String> mailbox = new FakeMailbox<>("fake", ofHours(12));

    private void send(String... bodies) {
        for (String body : bodies) {
            assertInstanceOf(Sent.class, mailbox.send(body));
        }
    }

    private List<Delivery<@Nullable String, String>> receive(int most) {
        return mailbox.receive(most, LEASE, ZERO);
    }

    private Delivery<@Nullable String, String> receiveOne() {
        return receive(1).getFirst();
    }

    private static List<String> bodies(List<Delivery<@Nullable String, String>> batch) {
        return batch.stream().map(Delivery::body).toList();
    }

    @Nested
    class AsAMailbox {
        @Test
        void itDeliversInOrderAndForgetsWhatIsAcknowledged() {
            send("a", "b", "c");
            var first = receiveOne();
            assertEquals("a", first.body());
            assertEquals(1, first.deliveryCount());
            assertNull(first.replyTo());
            assertEquals(3, mailbox.approximateCount());
            var rest = receive(10);
            assertEquals(List.of("b", "c"), bodies(rest));

            assertEquals(AckStatus.DONE, first.acknowledge());
            assertTrue(first.isFinalized());
            assertEquals(AckStatus.LEASE_ENDED, first.acknowledge());
            assertEquals(2, mailbox.approximateCount());

            assertEquals(2, mailbox.purge());
            assertEquals(AckStatus.LEASE_ENDED, rest.getFirst().acknowledge());
            assertFalse(rest.getFirst().isFinalized());
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void anyNackGivesBackAtOnceToTheTail() {
            send("a", "b");
            var first = receiveOne();
            assertEquals(AckStatus.DONE, first.nack(ofSeconds(600)));
            assertTrue(first.isFinalized());
            var batch = receive(10);
            assertEquals(List.of("b", "a"), bodies(batch));
            var again = batch.getLast();
            assertEquals(2, again.deliveryCount());
            assertEquals(first.id(), again.id());
            assertEquals(first.enqueuedAt(), again.enqueuedAt());
            assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge(first.receipt()));
            assertEquals(AckStatus.DONE, again.extend(ofSeconds(10)));
            assertEquals(AckStatus.DONE, mailbox.nack(again.receipt(), ZERO));
        }

        @Test
        void aBatchIsAsLargeAsAskedFor() {
            for (int i = 0; i < 12; i++) {
                send("m" + i);
            }
            assertEquals(List.of(), receive(0));
            assertEquals(List.of(), receive(-1));
            assertEquals(12, receive(12).size());
        }

        @Test
        void aReceiveDoesNotWait() {
            assertEquals(List.of(), mailbox.receive(1, LEASE, ofSeconds(Long.MAX_VALUE)));
        }

        @Test
        void nothingIsHandedOutAfterACloseButSettlingAndSendingGoOn() {
            send("a", "b");
            var held = receiveOne();
            mailbox.close();
            assertTrue(mailbox.isClosed());
            assertEquals(List.of(), receive(10));
            assertEquals(AckStatus.DONE, held.extend(LEASE));
            assertEquals(AckStatus.DONE, held.acknowledge());
            send("c");
            assertEquals(2, mailbox.approximateCount());
        }

        @Test
        void itHasANameAndNoLimitUnlessItIsTold() {
            var plain = new FakeMailbox<String, String>();
            assertEquals("fake", plain.name());
            assertNull(plain.traits().longestLease());
            assertEquals(List.of(), plain.receive(1, ofSeconds(Long.MAX_VALUE), ZERO));
        }
    }

    @Nested
    class GivenBadInput {
        @Test
        void itIsRefusedAndNothingIsChanged() {
            send("a");
            refused(() -> mailbox.receive(1, ofSeconds(-1), ZERO));
            refused(() -> mailbox.receive(1, ofSeconds(43_201), ZERO));
            refused(() -> mailbox.receive(1, LEASE, ofSeconds(-1)));
            var delivery = receiveOne();
            refused(() -> delivery.nack(ofSeconds(-1)));
            refused(() -> delivery.extend(ofSeconds(43_201)));
            assertFalse(delivery.isFinalized());
            assertEquals(AckStatus.DONE, delivery.acknowledge());
        }

        @Test
        void itIsRefusedBeforeAFailureIsSeen() {
            mailbox.failWith(new BackendException("down", null));
            refused(() -> mailbox.receive(1, ofSeconds(-1), ZERO));
            assertThrows(BackendException.class, () -> receive(1));
        }

        @Test
        void aReceiptOfAnotherIsRefused() {
            var other = new FakeMailbox<String, String>();
            assertInstanceOf(Sent.class, other.send("a"));
            String foreign = other.receive(1, LEASE, ZERO).getFirst().receipt();
            for (String receipt : List.of("nonsense", foreign)) {
                refused(() -> mailbox.acknowledge(receipt));
                refused(() -> mailbox.nack(receipt, ZERO));
                refused(() -> mailbox.extend(receipt, LEASE));
                refused(() -> mailbox.expireReceipt(receipt));
            }
        }

        @Test
        void aNegativePastIsRefused() {
            refused(() -> mailbox.inject("a", null, -1, null));
            assertEquals(0, mailbox.approximateCount());
        }

        private static void refused(Executable call) {
            assertThrows(IllegalArgumentException.class, call);
        }
    }

    @Nested
    class GivenAReceiptThatWasMadeToExpire {
        @Test
        void itIsRefusedAndItsMessageStaysInFlightUntilAPurge() {
            send("a");
            var delivery = receiveOne();
            mailbox.expireReceipt(delivery.receipt());
            mailbox.expireReceipt(delivery.receipt());
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
            assertEquals(AckStatus.LEASE_ENDED, delivery.nack());
            assertEquals(AckStatus.LEASE_ENDED, delivery.extend(ofSeconds(5)));
            assertFalse(delivery.isFinalized());
            assertEquals(1, mailbox.approximateCount());
            assertEquals(List.of(), receive(10));
            assertEquals(1, mailbox.purge());
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void othersAreNotTouched() {
            send("a", "b");
            var batch = receive(2);
            mailbox.expireReceipt(batch.getFirst().receipt());
            assertEquals(AckStatus.DONE, batch.getLast().acknowledge());
        }
    }

    @Nested
    class GivenAFailure {
        @Test
        void everyCallFailsAndChangesNothingUntilItIsHealed() {
            send("a");
            var held = receiveOne();
            mailbox.failWith(new BackendException("down", null));
            for (Executable call : calls(held).values()) {
                assertEquals("down", assertThrows(BackendException.class, call).getMessage());
            }
            assertFalse(held.isFinalized());

            mailbox.heal();
            assertEquals(1, mailbox.approximateCount());
            assertEquals(AckStatus.DONE, held.nack());
            assertEquals(2, receiveOne().deliveryCount());
        }

        @ParameterizedTest
        @EnumSource
        void oneCallCanFailAloneByAnyUncheckedCause(FakeMailbox.Call failing) throws Throwable {
            send("a");
            var held = receiveOne();
            var cause = new StackOverflowError("deep");
            mailbox.failWith(cause, Set.of(failing));
            assertSame(cause, assertThrows(Error.class, calls(held).get(failing)));
            mailbox.heal();
            mailbox.failWith(cause, EnumSet.complementOf(EnumSet.of(failing)));
            calls(held).get(failing).execute();
        }

        private Map<FakeMailbox.Call, Executable> calls(Delivery<@Nullable String, String> held) {
            return Map.of(
                    FakeMailbox.Call.SEND, () -> mailbox.send("c"),
                    FakeMailbox.Call.RECEIVE, () -> receive(1),
                    FakeMailbox.Call.ACKNOWLEDGE, held::acknowledge,
                    FakeMailbox.Call.NACK, held::nack,
                    FakeMailbox.Call.EXTEND, () -> held.extend(ofSeconds(5)),
                    FakeMailbox.Call.PURGE, mailbox::purge,
                    FakeMailbox.Call.COUNT, mailbox::approximateCount);
        }

        @Test
        void sendsCanBeRefusedAsFull() {
            mailbox.refuseSends();
            assertEquals(NotSent.FULL, mailbox.send("a"));
            assertEquals(List.of(NotSent.FULL, NotSent.FULL), mailbox.sendAll(List.of("b", "c")));
            assertEquals(0, mailbox.approximateCount());
            mailbox.heal();
            send("a");
            assertEquals(1, mailbox.approximateCount());
        }

        @Test
        void aCheckedCauseIsRefused() {
            assertThrows(IllegalArgumentException.class, () -> mailbox.failWith(new Exception("checked")));
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void itCanBeClosed() {
            mailbox.failWith(new BackendException("down", null));
            mailbox.close();
            assertTrue(mailbox.isClosed());
        }
    }

    @Nested
    class GivenAMessageWithAPast {
        @Test
        void itIsDeliveredWithItsIdItsCountAndItsAddress() {
            var replies = new CollectingMailbox<String, String>();
            String made = mailbox.inject("x", null, 3, null);
            assertEquals("custom", mailbox.inject("y", "custom", 0, replies));
            var batch = receive(5);
            var first = batch.getFirst();
            var second = batch.getLast();
            assertEquals(made, first.id());
            assertEquals(4, first.deliveryCount());
            assertEquals("custom", second.id());
            assertEquals(1, second.deliveryCount());
            assertSame(replies, second.replyTo());
            assertInstanceOf(Sent.class, second.reply("r"));
            assertEquals(NotReplied.NO_ADDRESS, first.reply("r"));
            assertEquals(AckStatus.DONE, first.nack());
            assertEquals(5, receiveOne().deliveryCount());
            assertEquals(List.of("r"), replies.sent());
        }
    }

    @Nested
    class GivenManyThreads {
        @Test
        void eachMessageIsAcknowledgedOnce() throws Exception {
            int each = 20_000;
            Set<String> acknowledged = ConcurrentHashMap.newKeySet();
            Together.run(4, _ -> {
                for (int i = 0; i < each; i++) {
                    send("m");
                    for (var delivery : receive(2)) {
                        assertEquals(AckStatus.DONE, delivery.acknowledge());
                        assertTrue(acknowledged.add(delivery.id()));
                    }
                }
            });
            assertEquals(4 * each, acknowledged.size() + mailbox.approximateCount());
        }
    }
}
