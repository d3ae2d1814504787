package io.hiveactor.mailbox.memory;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of those who wait, one wakes when the next lease ends, whoever comes and goes. */
@Timeout(60)
class LeaderTest {
    private static final Duration LONG = ofNanos(1_000);

    private final AlarmClock clock = new AlarmClock();
    private final MemoryMailbox<String, String> mailbox = new MemoryMailbox<>(MemoryConfig.named("m").withClock(clock));
    private final Receivers receivers = new Receivers(mailbox);

    @CanIgnoreReturnValue
    private Delivery<String, String> held(String body, Duration lease) throws InterruptedException {
        assertInstanceOf(Sent.class, mailbox.send(body));
        return mailbox.receive(1, lease, ZERO).getFirst();
    }

    @Nested
    class GivenALeaderThatSleepsUntilALeaseEnds {
        @Test
        void itWakesAtAnEarlierOneThatAnExtendMakes() throws InterruptedException {
            var late = held("late", ofNanos(50));
            var receiver = receivers.start(1, LONG, LONG);
            assertEquals(50, clock.earliestNanos());

            assertEquals(AckStatus.DONE, late.extend(ofNanos(10)));
            clock.settle();
            assertEquals(10, clock.earliestNanos());

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(0);
            assertEquals("late", receiver.body());
        }

        @Test
        void itWakesAtAnEarlierOneThatANackMakes() throws InterruptedException {
            held("late", ofNanos(50));
            var given = held("given back", ofNanos(60));
            var receiver = receivers.start(1, LONG, LONG);

            assertEquals(AckStatus.DONE, given.nack(ofNanos(10)));
            clock.settle();
            assertEquals(10, clock.earliestNanos());

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(0);
            assertEquals("given back", receiver.body());
        }

        @Test
        void anotherLeadsWithTheShorterLeaseThatItTookItself() throws InterruptedException {
            held("late", ofNanos(50));
            var first = receivers.start(1, ofNanos(5), LONG);
            var second = receivers.start(1, LONG, LONG);

            assertInstanceOf(Sent.class, mailbox.send("new"));
            receivers.awaitUnfinished(1);
            clock.settle();
            assertEquals("new", first.body());
            assertEquals(5, clock.earliestNanos());

            clock.step(ofNanos(5));
            receivers.awaitUnfinished(0);
            assertEquals("new", second.body());
        }

        @Test
        void nobodyIsForgottenWhenThatLeaseIsSettledAndAnotherIsNext() throws InterruptedException {
            var first = held("first", ofNanos(10));
            held("second", ofNanos(20));
            var receiver = receivers.start(1, LONG, LONG);

            assertEquals(AckStatus.DONE, first.acknowledge());
            clock.step(ofNanos(10));
            assertEquals(20, clock.earliestNanos());

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(0);
            assertEquals("second", receiver.body());
        }
    }

    @Nested
    class GivenALeaderAndAFollower {
        @Test
        void theFollowerLeadsWhenTheLeadersTimeIsOver() throws InterruptedException {
            held("a", ofNanos(50));
            var leader = receivers.start(1, LONG, ofNanos(10));
            var follower = receivers.start(1, LONG, LONG);

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(1);
            assertEquals(List.of(), leader.got());
            assertEquals(50, clock.earliestNanos());

            clock.step(ofNanos(40));
            receivers.awaitUnfinished(0);
            assertEquals("a", follower.body());
        }

        @Test
        void theFollowerLeadsWhenTheLeaderIsInterrupted() throws InterruptedException {
            held("a", ofNanos(50));
            var leader = receivers.start(1, LONG, LONG);
            var follower = receivers.start(1, LONG, LONG);

            leader.thread.interrupt();
            receivers.awaitUnfinished(1);
            clock.settle();
            assertInstanceOf(InterruptedException.class, leader.result.exceptionNow());
            assertEquals(50, clock.earliestNanos());

            clock.step(ofNanos(50));
            receivers.awaitUnfinished(0);
            assertEquals("a", follower.body());
        }

        @Test
        void theFollowerLeadsWhenTheLeaderGoesWithAMessage() throws InterruptedException {
            held("a", ofNanos(50));
            var leader = receivers.start(1, LONG, LONG);
            var follower = receivers.start(1, LONG, LONG);

            assertInstanceOf(Sent.class, mailbox.send("b"));
            receivers.awaitUnfinished(1);
            clock.settle();
            assertEquals("b", leader.body());
            assertEquals(50, clock.earliestNanos());

            clock.step(ofNanos(50));
            receivers.awaitUnfinished(0);
            assertEquals("a", follower.body());
        }

        @Test
        void whoeverIsWokenLeadsToAnEarlierEnd() throws InterruptedException {
            var held = held("a", ofNanos(50));
            receivers.start(1, LONG, LONG);
            receivers.start(1, LONG, LONG);
            for (int end = 40; end > 0; end -= 10) { // those who wait are woken in turn
                assertEquals(AckStatus.DONE, held.extend(ofNanos(end)));
                clock.settle();
                assertEquals(end, clock.earliestNanos());
            }
        }

        @Test
        void theEndOfOneLeaseEndsOneOfTheirWaits() throws InterruptedException {
            held("a", ofNanos(10));
            var leader = receivers.start(1, ofNanos(30), LONG);
            var follower = receivers.start(1, LONG, LONG);

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(1);
            assertEquals("a", leader.body());
            assertEquals(40, clock.earliestNanos());

            clock.step(ofNanos(30));
            receivers.awaitUnfinished(0);
            assertEquals(3, follower.got().getFirst().deliveryCount());
        }

        @Test
        void bothGoWhenTwoLeasesEndAtOnce() throws InterruptedException {
            held("a", ofNanos(10));
            held("b", ofNanos(10));
            var leader = receivers.start(1, LONG, LONG);
            var follower = receivers.start(1, LONG, LONG);

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(0);
            assertEquals(List.of("a", "b"), List.of(leader.body(), follower.body()));
        }
    }

    @Nested
    class GivenAFollowerWhoIsToLeadAsItsOwnTimeIsOver {
        @Test
        void theNextLeadsInstead() throws InterruptedException {
            held("a", ofNanos(50));
            var leader = receivers.start(1, LONG, ofNanos(10));
            var follower = receivers.start(1, LONG, ofNanos(10));
            var last = receivers.start(1, LONG, LONG);

            clock.step(ofNanos(10)); // the leader wakes first, and hands on to one who must go as well
            receivers.awaitUnfinished(1);
            assertEquals(List.of(), leader.got());
            assertEquals(List.of(), follower.got());
            assertEquals(50, clock.earliestNanos());

            clock.step(ofNanos(40));
            receivers.awaitUnfinished(0);
            assertEquals("a", last.body());
        }
    }

    @Nested
    class GivenSeveralWhoWait {
        private void four() {
            for (int i = 0; i < 4; i++) {
                receivers.start(1, LONG, LONG);
            }
        }

        @Test
        void aSendWakesOneToTakeItAndOneToLead() {
            four();
            long before = clock.awaits();

            assertInstanceOf(Sent.class, mailbox.send("a"));
            receivers.awaitUnfinished(3);
            clock.settle();
            assertEquals(1, clock.awaits() - before); // the one that took it waits no more
        }

        @Test
        void theEndOfALeaseDoesNotWakeThemAll() throws InterruptedException {
            held("a", ofNanos(10));
            four();
            four();
            long before = clock.awaits();

            clock.step(ofNanos(10));
            receivers.awaitUnfinished(7);
            clock.settle();
            assertTrue(clock.awaits() - before <= 2, "more than one to look and one to lead");
        }

        @Test
        void eachMessageEndsOneWait() throws InterruptedException {
            four();
            for (int left = 3; left >= 0; left--) {
                assertInstanceOf(Sent.class, mailbox.send("m" + left));
                receivers.awaitUnfinished(left);
            }
            assertEquals(List.of(), mailbox.receive());
        }

        @Test
        void aNackEndsOneWait() throws InterruptedException {
            var given = held("a", LONG);
            four();
            assertEquals(AckStatus.DONE, given.nack());
            receivers.awaitUnfinished(3);
        }

        @Test
        void aPurgeOrACountOrAnExtendWakesNobodyForGood() throws InterruptedException {
            var kept = held("a", ofNanos(10));
            four();
            assertEquals(AckStatus.DONE, kept.extend(LONG));
            assertEquals(1, mailbox.approximateCount());
            assertEquals(1, mailbox.purge());
            clock.settle();
            receivers.awaitUnfinished(4);
        }

        @Test
        void aCloseEndsThemAll() throws InterruptedException {
            held("a", ofNanos(10));
            four();
            mailbox.close();
            receivers.awaitUnfinished(0);
            clock.step(ofNanos(10));
            assertEquals(List.of(), mailbox.receive());
        }

        @Test
        void aCloseIsNotUndoneByAMessageInTheSameMoment() {
            four();
            mailbox.close();
            assertInstanceOf(Sent.class, mailbox.send("late"));
            receivers.awaitUnfinished(0);
            assertEquals(1, mailbox.approximateCount());
        }

        @Test
        void anInterruptOfOneLeavesItsSignalToAnother() {
            var first = receivers.start(1, LONG, LONG);
            var second = receivers.start(1, LONG, LONG);
            first.thread.interrupt();
            assertInstanceOf(Sent.class, mailbox.send("a"));
            Eventually.holds(first.result::isDone, () -> "the interrupted one waits on");
            if (first.result.isCompletedExceptionally()) { // otherwise the signal was first, and the message is his
                receivers.awaitUnfinished(0);
                assertEquals("a", second.body());
            }
            assertTrue(mailbox.waiting() <= 1);
        }
    }

    @Nested
    class GivenALeaseOfNoTime {
        @Test
        void whoWaitsGetsTheMessageAtOnce() {
            var first = receivers.start(1, ZERO, LONG);
            var second = receivers.start(1, LONG, LONG);
            assertInstanceOf(Sent.class, mailbox.send("a"));
            receivers.awaitUnfinished(0);
            assertEquals(1, first.got().getFirst().deliveryCount());
            assertEquals(2, second.got().getFirst().deliveryCount());
        }
    }
}
