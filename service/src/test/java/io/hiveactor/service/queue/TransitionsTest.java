package io.hiveactor.service.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every row of the table in service 5, and every refusal. */
class TransitionsTest {
    private static final Ulid CAP = new Ulid(1, 1);
    private static final Ulid OTHER_CAP = new Ulid(2, 2);
    private static final Ulid ID = MessageIds.of(9, 10, 0, 3);
    private static final String TOPIC = "orders";
    private static final int MAX_ATTEMPTS = 3;
    private static final int FACTOR = 4;

    private final AtomicLong numbers = new AtomicLong(100);
    private final Operation.Caller caller = new Operation.Caller(CAP, TopicScope.ALL, Lapse.NONE);

    private Moment at(long nowMs) {
        var topicRules = new TopicRules("c", 1_000, MAX_ATTEMPTS, 10, 5_000, 9_000, FACTOR);
        var rules = new Rules(topic -> topicRules, 8, 10, 10, 10, 10, 10, 200, 60_000, 5_000);
        return new Moment(
                nowMs, "2026-11-18T06:00:00.000Z", numbers::getAndIncrement, new SplittableRandom(4), rules);
    }

    private static MessageRow ready() {
        return new MessageRow(10, ID, 5, 3, MessageState.READY, 10, 0, 0, 12, 0, 1_000, null, null);
    }

    private MessageRow leased(int attempt) {
        MessageRow row = new MessageRow(10, ID, 5, 3, MessageState.READY, 10, 0, attempt - 1, 12, 0, 1_000, "n", null);
        return Transitions.claimed(row, receive(2_000), at(1_000));
    }

    private static Operation.Receive receive(long visibilityMs) {
        return new Operation.Receive(TOPIC, null, visibilityMs, 1, 1, CAP, List.of());
    }

    private static LeaseToken tokenOf(MessageRow row) {
        Hold hold = row.hold();
        assertNotNull(hold);
        return hold.token();
    }

    private static Operation.Send send(long delayMs) {
        byte[] payload = {1, 2, 3};
        Digest hash = Hashes.of(payload);
        return new Operation.Send(TOPIC, "k", payload, hash, new byte[4], null, delayMs, new UUID(0, 0), null, "ts", 9, hash,
                false);
    }

    private Operation.Nack nack(MessageRow row, Long delayMs, boolean isDead) {
        return new Operation.Nack(ID, tokenOf(row), caller, "why", delayMs, isDead);
    }

    private static Refusal refusalOf(Step step) {
        assertTrue(step.isRefused());
        assertNull(step.after());
        assertNull(step.dead());
        return ((Outcome.Refused) step.outcome()).refusal();
    }

    @Nested
    class GivenASend {
        @Test
        void withoutDelayItIsReadyAtItsOwnNumber() { // service 5.1
            MessageRow row = Transitions.sent(send(0), 10, ID, 5, 3, at(1_000));
            assertEquals(new MessageRow(10, ID, 5, 3, MessageState.READY, 10, 0, 0, 7, 0, 1_000, null, null), row);
        }

        @Test
        void withDelayItIsDelayedAndHasNoPlace() { // service 5.1
            MessageRow row = Transitions.sent(send(250), 10, ID, 5, 3, at(1_000));
            assertEquals(new MessageRow(10, ID, 5, 3, MessageState.DELAYED, 0, 1_250, 0, 7, 0, 1_000, null, null), row);
        }
    }

    @Nested
    class GivenAReadyMessage {
        @Test
        void claimLeasesItForTheVisibility() { // service 5.2
            MessageRow row = Transitions.claimed(ready(), receive(2_000), at(1_500));
            assertEquals(MessageState.LEASED, row.state());
            assertEquals(1, row.attempt());
            assertEquals(0, row.seq());
            assertEquals(3_500, row.dueMs());
            assertEquals(new Hold(tokenOf(row), CAP, 1_500, 2_000), row.hold());
        }

        @Test
        void settlementsAreRefusedAsNotLeased() { // service 16.10
            Operation.Ack ack = new Operation.Ack(ID, new LeaseToken(1, 1), caller);
            assertEquals(Refusal.NOT_LEASED, refusalOf(Transitions.settled(ready(), TOPIC, ack, at(1_000))));
            Operation.Ack bare = new Operation.Ack(ID, null, caller);
            assertEquals(Refusal.NOT_LEASED, refusalOf(Transitions.settled(ready(), TOPIC, bare, at(1_000))));
            MessageRow delayed = Transitions.sent(send(250), 10, ID, 5, 3, at(1_000));
            assertEquals(Refusal.NOT_LEASED, refusalOf(Transitions.settled(delayed, TOPIC, bare, at(1_000))));
        }

        @Test
        void ageCountsInclusively() { // service 5.8
            assertFalse(Transitions.isExpired(ready(), TOPIC, at(5_999)));
            assertTrue(Transitions.isExpired(ready(), TOPIC, at(6_000)));
        }

        @Test
        void deathKeepsAttemptAndSize() { // service 5.8, 5.9
            Step step = Transitions.died(ready(), DeadReason.EXPIRED, null, at(6_000));
            assertEquals(MessageState.DEAD, step.after().state());
            assertEquals(0, step.after().seq());
            assertEquals(
                    new DeadRow(10, 5, 100, DeadReason.EXPIRED, 0, null, 6_000, "2026-11-18T06:00:00.000Z"), step.dead());
        }

        @Test
        void onlyLeasedMessagesAreGivenBackAndOnlyDeadOnesRedriven() {
            assertThrows(IllegalArgumentException.class, () -> Transitions.givenBack(ready(), at(0)));
            assertThrows(IllegalArgumentException.class, () -> Transitions.redriven(ready(), at(0)));
            assertThrows(IllegalArgumentException.class, () -> Transitions.claimed(leased(1), receive(1), at(0)));
            assertThrows(IllegalArgumentException.class, () -> Transitions.ended(ready(), TOPIC, at(9_000)));
        }
    }

    @Nested
    class GivenALeasedMessage {
        private final MessageRow row = leased(1);

        @Test
        void ackDeletesIt() { // service 5.3
            Step step = Transitions.settled(row, TOPIC, new Operation.Ack(ID, tokenOf(row), caller), at(2_999));
            assertEquals(new Step(new Outcome.Settled(TOPIC, null), null, null), step);
        }

        @Test
        void ackWithoutTokenCountsUnderTheSameCapabilityOnly() { // service 8.14
            assertFalse(Transitions.settled(row, TOPIC, new Operation.Ack(ID, null, caller), at(1_000)).isRefused());
            var other = new Operation.Caller(OTHER_CAP, TopicScope.ALL, Lapse.NONE);
            assertEquals(
                    Refusal.STALE,
                    refusalOf(Transitions.settled(row, TOPIC, new Operation.Ack(ID, null, other), at(1_000))));
        }

        @Test
        void tokenIsEnoughUnderAnotherCapability() { // service 8.14
            var other = new Operation.Caller(OTHER_CAP, TopicScope.ALL, Lapse.NONE);
            Step step = Transitions.settled(row, TOPIC, new Operation.Ack(ID, tokenOf(row), other), at(1_000));
            assertFalse(step.isRefused());
        }

        @Test
        void tokenEndsAtItsDueTimeExactly() { // service 5.12
            var ack = new Operation.Ack(ID, tokenOf(row), caller);
            assertFalse(Transitions.settled(row, TOPIC, ack, at(2_999)).isRefused());
            assertEquals(Refusal.NOT_LEASED, refusalOf(Transitions.settled(row, TOPIC, ack, at(3_000))));
        }

        @Test
        void anotherTokenIsStale() { // service 9.4
            var ack = new Operation.Ack(ID, new LeaseToken(1, 2), caller);
            assertEquals(Refusal.STALE, refusalOf(Transitions.settled(row, TOPIC, ack, at(1_000))));
        }

        @Test
        void topicOutsideTheScopeIsRefused() { // service 9.4
            var narrow = new Operation.Caller(CAP, "jobs"::equals, Lapse.NONE);
            var ack = new Operation.Ack(ID, tokenOf(row), narrow);
            assertEquals(Refusal.TOPIC, refusalOf(Transitions.settled(row, TOPIC, ack, at(1_000))));
        }

        @Test
        void anotherMessageOfTheSameNumberIsGone() { // service 2.2: the number alone is no id
            var ack = new Operation.Ack(new Ulid(ID.high(), ID.low() ^ 1), tokenOf(row), caller);
            assertEquals(Refusal.GONE, refusalOf(Transitions.settled(row, TOPIC, ack, at(1_000))));
        }

        @Test
        void nackWithoutDelayPutsItAtTheTail() { // service 5.4
            Step step = Transitions.settled(row, TOPIC, nack(row, 0L, false), at(2_000));
            assertEquals(new Outcome.Settled(TOPIC, MessageState.READY), step.outcome());
            assertEquals(
                    new MessageRow(10, ID, 5, 3, MessageState.READY, 100, 0, 1, 12, 0, 1_000, "why", null), step.after());
        }

        @Test
        void nackWithDelayDelaysIt() { // service 5.4
            Step step = Transitions.settled(row, TOPIC, nack(row, 70L, false), at(2_000));
            assertEquals(new Outcome.Settled(TOPIC, MessageState.DELAYED), step.outcome());
            assertEquals(
                    new MessageRow(10, ID, 5, 3, MessageState.DELAYED, 0, 2_070, 1, 12, 0, 1_000, "why", null),
                    step.after());
        }

        @Test
        void nackWithNeitherBacksOffUpToBaseTimesTwoToTheAttempt() { // service 5.13
            boolean hasLong = false;
            var random = new SplittableRandom(1);
            for (int i = 0; i < 300; i++) {
                Moment moment = at(2_000);
                moment = new Moment(2_000, moment.wallTs(), moment.numbers(), random, moment.rules());
                Step step = Transitions.settled(row, TOPIC, nack(row, null, false), moment);
                long delayMs = step.after().dueMs() == 0 ? 0 : step.after().dueMs() - 2_000;
                assertTrue(delayMs >= 0 && delayMs <= 400, "delay " + delayMs);
                hasLong |= delayMs > 200;
            }
            assertTrue(hasLong);
            assertEquals(60_000, at(0).rules().backoffMs(1_000));
            assertEquals(60_000, at(0).rules().backoffMs(20));
            assertEquals(51_200, at(0).rules().backoffMs(8));
        }

        @Test
        void nackAtTheLastAttemptIsItsDeath() { // service 5.5
            MessageRow last = leased(MAX_ATTEMPTS);
            Step step = Transitions.settled(last, TOPIC, nack(last, 0L, false), at(2_000));
            assertEquals(new Outcome.Settled(TOPIC, MessageState.DEAD), step.outcome());
            assertEquals(MessageState.DEAD, step.after().state());
            assertNull(step.after().hold());
            assertEquals(
                    new DeadRow(10, 5, 100, DeadReason.MAX_ATTEMPTS, 3, "why", 2_000, "2026-11-18T06:00:00.000Z"),
                    step.dead());
        }

        @Test
        void deadNackIsItsDeathWhateverTheAttempt() { // service 5.5, 16.19
            Step step = Transitions.settled(row, TOPIC, nack(row, null, true), at(2_000));
            assertEquals(DeadReason.NACK_DEAD, step.dead().reason());
            MessageRow last = leased(MAX_ATTEMPTS);
            assertEquals(
                    DeadReason.NACK_DEAD,
                    Transitions.settled(last, TOPIC, nack(last, null, true), at(2_000)).dead().reason());
            var silent = new Operation.Nack(ID, tokenOf(row), caller, null, null, true);
            assertNull(Transitions.settled(row, TOPIC, silent, at(2_000)).dead().lastError());
        }

        @Test
        void extendMovesTheEndBothWays() { // service 5.6
            assertEquals(5_000, extended(row, 3_000, 2_000));
            assertEquals(2_100, extended(row, 100, 2_000));
            assertEquals(2_000, extended(row, 0, 2_000));
        }

        @Test
        void extendIsCutToTheHoldLimitAndRefusedWhereNothingIsGained() { // service 5.6, 16.13
            long limitMs = 1_000 + FACTOR * 2_000;
            assertEquals(limitMs, extended(row, 43_200_000, 2_000));
            MessageRow atLimit = Transitions.settled(row, TOPIC, extend(row, 43_200_000), at(2_000)).after();
            assertEquals(
                    Refusal.HOLD_LIMIT,
                    refusalOf(Transitions.settled(atLimit, TOPIC, extend(atLimit, 43_200_000), at(3_000))));
            assertEquals(limitMs, extended(atLimit, limitMs - 3_000, 3_000)); // to the limit exactly: allowed
            assertEquals(3_010, extended(atLimit, 10, 3_000));
        }

        @Test
        void noLeaseIsHeldLongerThanTwelveHours() { // service 5.6
            MessageRow longHeld = Transitions.claimed(ready(), receive(Rules.LONGEST_HOLD_MS - 5), at(1_000));
            Step step = Transitions.settled(longHeld, TOPIC, extend(longHeld, Rules.LONGEST_HOLD_MS), at(2_000));
            assertEquals(1_000 + Rules.LONGEST_HOLD_MS, step.after().dueMs());
        }

        @Test
        void endOfTheLeaseMakesItReadyAtTheTail() { // service 5.7
            Step step = Transitions.ended(row, TOPIC, at(3_000));
            assertEquals(
                    new MessageRow(10, ID, 5, 3, MessageState.READY, 100, 0, 1, 12, 0, 1_000, "lease ended", null),
                    step.after());
            assertThrows(IllegalArgumentException.class, () -> Transitions.ended(row, TOPIC, at(2_999)));
        }

        @Test
        void endOfTheLastLeaseIsItsDeath() { // service 5.8, 16.19
            MessageRow last = leased(MAX_ATTEMPTS);
            Step step = Transitions.ended(last, TOPIC, at(3_000));
            assertEquals(DeadReason.MAX_ATTEMPTS, step.dead().reason());
            assertEquals("lease ended", step.dead().lastError());
            var ack = new Operation.Ack(ID, tokenOf(last), caller);
            assertEquals(Refusal.DEAD, refusalOf(Transitions.settled(last, TOPIC, ack, at(3_000))));
        }

        @Test
        void givenBackItIsReadyWhateverItsAttempt() { // service 16.8
            MessageRow after = Transitions.givenBack(leased(MAX_ATTEMPTS), at(1_500));
            assertEquals(MessageState.READY, after.state());
            assertEquals(MAX_ATTEMPTS, after.attempt());
            assertEquals(100, after.seq());
            assertNull(after.hold());
        }

        @Test
        void leasedMessagesDoNotExpire() { // service 5.8
            assertFalse(Transitions.isExpired(row, TOPIC, at(1_000_000)));
        }

        private Operation.Extend extend(MessageRow of, long visibilityMs) {
            return new Operation.Extend(ID, tokenOf(of), caller, visibilityMs);
        }

        private long extended(MessageRow of, long visibilityMs, long nowMs) {
            Step step = Transitions.settled(of, TOPIC, extend(of, visibilityMs), at(nowMs));
            assertEquals(new Outcome.Extended(TOPIC, step.after().dueMs() - nowMs), step.outcome());
            assertEquals(of.hold(), step.after().hold());
            return step.after().dueMs();
        }
    }

    @Nested
    class GivenALapsedCapability {
        private final MessageRow row = leased(1);

        @Test
        void itFinishesALeaseTakenUnderItUntilThatEnds() { // service 10.9
            for (Lapse lapse : List.of(Lapse.EXPIRED, Lapse.REVOKED)) {
                Refusal refusal = lapse == Lapse.EXPIRED ? Refusal.EXPIRED : Refusal.REVOKED;
                var lapsed = new Operation.Caller(CAP, TopicScope.ALL, lapse);
                var ack = new Operation.Ack(ID, tokenOf(row), lapsed);
                assertFalse(Transitions.settled(row, TOPIC, ack, at(2_999)).isRefused());
                assertFalse(Transitions.settled(row, TOPIC, new Operation.Ack(ID, null, lapsed), at(2_999)).isRefused());
                assertEquals(refusal, refusalOf(Transitions.settled(row, TOPIC, ack, at(3_000))));
                var nack = new Operation.Nack(ID, tokenOf(row), lapsed, null, 0L, false);
                assertFalse(Transitions.settled(row, TOPIC, nack, at(2_999)).isRefused());
            }
        }

        @Test
        void itExtendsNothingAndTouchesNoOtherLease() { // service 10.9
            var lapsed = new Operation.Caller(CAP, TopicScope.ALL, Lapse.REVOKED);
            var extend = new Operation.Extend(ID, tokenOf(row), lapsed, 10);
            assertEquals(Refusal.REVOKED, refusalOf(Transitions.settled(row, TOPIC, extend, at(2_000))));
            var other = new Operation.Caller(OTHER_CAP, TopicScope.ALL, Lapse.EXPIRED);
            var ack = new Operation.Ack(ID, tokenOf(row), other);
            assertEquals(Refusal.EXPIRED, refusalOf(Transitions.settled(row, TOPIC, ack, at(2_000))));
            assertEquals(Refusal.EXPIRED, refusalOf(Transitions.settled(null, TOPIC, ack, at(2_000))));
            assertEquals(Refusal.EXPIRED, refusalOf(Transitions.settled(ready(), TOPIC, ack, at(2_000))));
        }

        @Test
        void itsOtherCaveatsStillHold() { // service 10.9
            var narrow = new Operation.Caller(CAP, "jobs"::equals, Lapse.EXPIRED);
            var ack = new Operation.Ack(ID, tokenOf(row), narrow);
            assertEquals(Refusal.TOPIC, refusalOf(Transitions.settled(row, TOPIC, ack, at(2_000))));
        }
    }

    @Nested
    class GivenADelayedMessage {
        @Test
        void itsFirstDelayDoesNotCountAsAge() { // service 5.7, 16.12
            MessageRow row = Transitions.sent(send(50_000), 10, ID, 5, 3, at(1_000));
            assertFalse(Transitions.isExpired(row, TOPIC, at(50_999)));
            MessageRow after = Transitions.ended(row, TOPIC, at(60_000)).after();
            assertEquals(MessageState.READY, after.state());
            assertEquals(100, after.seq());
            assertEquals(51_000, after.ageMs()); // due then, whenever it was moved
            assertFalse(Transitions.isExpired(after, TOPIC, at(55_999)));
            assertTrue(Transitions.isExpired(after, TOPIC, at(56_000)));
        }

        @Test
        void delayAfterANackKeepsItsAgeAndNote() { // service 5.7, 5.8
            MessageRow row = leased(1);
            MessageRow delayed = Transitions.settled(row, TOPIC, nack(row, 10_000L, false), at(1_000)).after();
            assertTrue(Transitions.isExpired(delayed, TOPIC, at(6_000)));
            MessageRow after = Transitions.ended(delayed, TOPIC, at(11_000)).after();
            assertEquals(1_000, after.ageMs());
            assertEquals("why", after.note());
        }
    }

    @Nested
    class GivenADeadLetter {
        private final MessageRow row = Transitions.died(leased(2), DeadReason.NACK_DEAD, null, at(2_000)).after();

        @Test
        void settlementsAreRefusedAsDead() { // service 9.4
            var ack = new Operation.Ack(ID, new LeaseToken(1, 1), caller);
            assertEquals(Refusal.DEAD, refusalOf(Transitions.settled(row, TOPIC, ack, at(2_000))));
        }

        @Test
        void redriveStartsItsLifeAgain() { // service 5.10
            numbers.set(200);
            assertEquals(
                    new MessageRow(10, ID, 5, 3, MessageState.READY, 200, 0, 0, 12, 1, 7_000, null, null),
                    Transitions.redriven(row, at(7_000)));
        }
    }

    @Nested
    class GivenNoMessage {
        @Test
        void settlementsAreRefusedAsGone() { // service 9.4
            var ack = new Operation.Ack(ID, null, caller);
            assertEquals(Refusal.GONE, refusalOf(Transitions.settled(null, TOPIC, ack, at(0))));
            var extend = new Operation.Extend(ID, new LeaseToken(1, 1), caller, 10);
            assertEquals(Refusal.GONE, refusalOf(Transitions.settled(null, TOPIC, extend, at(0))));
        }
    }
}
