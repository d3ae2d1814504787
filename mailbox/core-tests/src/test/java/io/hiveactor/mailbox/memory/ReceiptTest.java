package io.hiveactor.mailbox.memory;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A receipt works exactly as long as its lease. */
class ReceiptTest {
    private static final Duration FOR_EVER = ofSeconds(Long.MAX_VALUE);

    private final SteppedClock clock = new SteppedClock(-3); // so that the leases run across the origin
    private final MemoryMailbox<@Nullable String, String> mailbox =
            new MemoryMailbox<>(MemoryConfig.named("m").withClock(clock));

    private Delivery<@Nullable String, String> leased(Duration lease) throws InterruptedException {
        assertInstanceOf(Sent.class, mailbox.send("a"));
        return mailbox.receive(1, lease, ZERO).getFirst();
    }

    @Nested
    class GivenALease {
        @Test
        void itsReceiptWorksOneNanosecondBeforeTheEnd() throws InterruptedException {
            var delivery = leased(ofSeconds(30));
            clock.step(ofSeconds(30).minusNanos(1));
            assertEquals(List.of(), mailbox.receive());
            assertEquals(AckStatus.DONE, mailbox.acknowledge(delivery.receipt()));
            assertEquals(0, mailbox.approximateCount());
        }

        @Test
        void itsReceiptIsDeadAtTheEndAlthoughNobodyHasLooked() throws InterruptedException {
            var delivery = leased(ofSeconds(30));
            clock.step(ofSeconds(30));
            assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge(delivery.receipt()));
            assertEquals(AckStatus.LEASE_ENDED, delivery.extend(FOR_EVER));
            assertEquals(AckStatus.LEASE_ENDED, delivery.nack());
            assertFalse(delivery.isFinalized());
            assertEquals(2, mailbox.receive().getFirst().deliveryCount());
        }

        @Test
        void anExtendedOneEndsAsLongAfterTheExtendAsItSays() throws InterruptedException {
            var delivery = leased(ofSeconds(30));
            clock.step(ofSeconds(29));
            assertEquals(AckStatus.DONE, delivery.extend(ofSeconds(2)));
            clock.step(ofSeconds(2).minusNanos(1));
            assertEquals(AckStatus.DONE, delivery.extend(ofNanos(1)));
            clock.step(ofNanos(1));
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
        }

        @Test
        void anExtendKeepsItsPlaceAmongThoseThatEndAtOnce() throws InterruptedException {
            assertInstanceOf(Sent.class, mailbox.send("first"));
            assertInstanceOf(Sent.class, mailbox.send("second"));
            var first = mailbox.receive(1, ofSeconds(1), ZERO).getFirst();
            assertEquals(1, mailbox.receive(1, ofSeconds(9), ZERO).size());
            assertEquals(AckStatus.DONE, first.extend(ofSeconds(9)));
            clock.step(ofSeconds(9));
            assertEquals(List.of("first", "second"), mailbox.receive(10, ZERO, ZERO).stream().map(Delivery::body).toList());
        }

        @Test
        void aNackTakesANewPlaceAmongThoseThatEndAtOnce() throws InterruptedException {
            assertInstanceOf(Sent.class, mailbox.send("first"));
            assertInstanceOf(Sent.class, mailbox.send("second"));
            var first = mailbox.receive(1, ofSeconds(1), ZERO).getFirst();
            assertEquals(1, mailbox.receive(1, ofSeconds(9), ZERO).size());
            assertEquals(AckStatus.DONE, first.nack(ofSeconds(9)));
            clock.step(ofSeconds(9));
            assertEquals(List.of("second", "first"), mailbox.receive(10, ZERO, ZERO).stream().map(Delivery::body).toList());
        }
    }

    @Nested
    class GivenALeaseOfNoTime {
        @Test
        void itsReceiptNeverWorks() throws InterruptedException {
            var delivery = leased(ZERO);
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
            assertEquals(1, mailbox.approximateCount());
        }

        @Test
        void theMessageIsToBeHadAgainAtOnce() throws InterruptedException {
            assertEquals(1, leased(ZERO).deliveryCount());
            assertEquals(2, mailbox.receive(1, ZERO, ZERO).getFirst().deliveryCount());
        }

        @Test
        void aBatchHasEachMessageOnce() throws InterruptedException {
            assertInstanceOf(Sent.class, mailbox.send("a"));
            assertInstanceOf(Sent.class, mailbox.send("b"));
            assertEquals(List.of("a", "b"), mailbox.receive(10, ZERO, ZERO).stream().map(Delivery::body).toList());
        }

        @Test
        void anExtendByNoTimeGivesTheMessageBack() throws InterruptedException {
            var delivery = leased(FOR_EVER);
            assertEquals(AckStatus.DONE, delivery.extend(ZERO));
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
            assertEquals(2, mailbox.receive().getFirst().deliveryCount());
        }
    }

    @Nested
    class GivenALeaseForEver {
        @Test
        void itDoesNotEnd() throws InterruptedException {
            var delivery = leased(FOR_EVER);
            clock.step(Duration.ofDays(100_000));
            assertEquals(List.of(), mailbox.receive());
            assertEquals(AckStatus.DONE, delivery.extend(FOR_EVER));
            assertEquals(AckStatus.DONE, delivery.acknowledge());
        }

        @Test
        void anOtherThatEndsIsSeenBesideIt() throws InterruptedException {
            assertEquals(AckStatus.DONE, leased(FOR_EVER).nack(FOR_EVER));
            assertEquals(1, leased(ofSeconds(1)).deliveryCount());
            clock.step(ofSeconds(1));
            assertEquals(1, mailbox.receive(10, ZERO, ZERO).size());
            assertEquals(2, mailbox.purge());
        }
    }

    @Nested
    class GivenALimitToLeases {
        private final MemoryMailbox<String, String> limited =
                new MemoryMailbox<>(MemoryConfig.named("l").withClock(clock).withLongestLease(ofSeconds(10)));

        @Test
        void moreIsRefusedEverywhereAndTheLimitItselfIsNot() throws InterruptedException {
            assertInstanceOf(Sent.class, limited.send("a"));
            Duration beyond = ofSeconds(10).plusNanos(1);
            assertThrows(IllegalArgumentException.class, () -> limited.receive(1, beyond, ZERO));
            var delivery = limited.receive(1, ofSeconds(10), ofSeconds(20)).getFirst();
            assertThrows(IllegalArgumentException.class, () -> delivery.nack(beyond));
            assertThrows(IllegalArgumentException.class, () -> delivery.extend(beyond));
            assertThrows(IllegalArgumentException.class, () -> limited.nack("nonsense", beyond));
            assertEquals(AckStatus.DONE, delivery.extend(ofSeconds(10)));
            assertEquals(AckStatus.DONE, delivery.nack(ofSeconds(10)));
        }
    }

    @Nested
    class GivenAnOldReceiptWhosePlaceIsUsedAgain {
        @Test
        void itDoesNotSettleTheOther() throws InterruptedException {
            var old = leased(ofSeconds(1));
            assertEquals(AckStatus.DONE, old.acknowledge());
            var present = leased(ofSeconds(1));
            assertEquals(place(old.receipt()), place(present.receipt()));
            assertNotEquals(old.receipt(), present.receipt());

            assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge(old.receipt()));
            assertEquals(AckStatus.LEASE_ENDED, mailbox.nack(old.receipt(), ZERO));
            assertEquals(AckStatus.LEASE_ENDED, mailbox.extend(old.receipt(), ZERO));
            assertEquals(AckStatus.DONE, mailbox.acknowledge(present.receipt()));
        }

        private static String place(String receipt) {
            return receipt.substring(0, receipt.lastIndexOf('-'));
        }
    }

    @Nested
    class GivenWhatIsNoReceipt {
        @Test
        void itIsRefusedWithItsName() throws InterruptedException {
            String real = leased(FOR_EVER).receipt();
            String mark = real.substring(0, real.indexOf('-'));
            List<String> wrong = List.of("", "-", "--", real + "-1", mark + "--1", mark + "-x-1", mark + "-1-x", mark + "-+1-1",
                    mark + "-0-" + "9".repeat(19), mark + "-1234567890-1", "x" + real, mark);
            for (String each : wrong) {
                var refused = assertThrows(IllegalArgumentException.class, () -> mailbox.acknowledge(each));
                assertTrue(refused.getMessage().endsWith(": " + each), refused::getMessage);
            }
            assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge(mark + "-999999999-1")); // might have been one
            assertEquals(1, mailbox.approximateCount());
        }
    }

    @Nested
    class GivenABodyThatIsNull {
        @Test
        void itIsDeliveredAsItIs() throws InterruptedException {
            assertInstanceOf(Sent.class, mailbox.send(null));
            var delivery = mailbox.receive().getFirst();
            assertNull(delivery.body());
            assertEquals(AckStatus.DONE, delivery.nack());
            assertNull(mailbox.receive().getFirst().body());
            assertEquals(1, mailbox.approximateCount());
        }
    }

    @Nested
    class GivenAClosedMailbox {
        @Test
        void leasesGoOnEnding() throws InterruptedException {
            var delivery = leased(ofSeconds(1));
            mailbox.close();
            clock.step(ofSeconds(1));
            assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
            assertEquals(1, mailbox.purge());
        }

        @Test
        void aWaitEndsAtOnce() throws InterruptedException {
            assertInstanceOf(Sent.class, mailbox.send("a"));
            mailbox.close();
            assertEquals(List.of(), mailbox.receive(1, ZERO, FOR_EVER));
            assertEquals(0, mailbox.waiting());
        }
    }
}
