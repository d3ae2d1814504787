package io.hiveactor.service.store;

import static io.hiveactor.service.store.Requests.CALLER;
import static io.hiveactor.service.store.Requests.CAP;
import static io.hiveactor.service.store.Requests.TOPIC;
import static io.hiveactor.service.store.Requests.VISIBILITY_MS;
import static io.hiveactor.service.store.Requests.ack;
import static io.hiveactor.service.store.Requests.extend;
import static io.hiveactor.service.store.Requests.kill;
import static io.hiveactor.service.store.Requests.nack;
import static io.hiveactor.service.store.Requests.payloadOf;
import static io.hiveactor.service.store.Requests.receive;
import static io.hiveactor.service.store.Requests.redrive;
import static io.hiveactor.service.store.Requests.refusingDuplicates;
import static io.hiveactor.service.store.Requests.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicRules;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.TopicStats;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.time.Clocks;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every store must do: sections 2 to 6 and 11 of the service's rules. After each test, 2.4 must hold. */
abstract class StoreContract {
    static final long DAY_MS = 86_400_000L;

    final FakeClocks clocks = new FakeClocks();
    final TestRules rules = new TestRules();
    Store store;
    /** What the store meets at its probe. */
    StoreProbe probe = StoreProbe.NONE;

    /** Opens an empty store. */
    abstract Store open(Clocks with, int shards, StoreProbe at) throws StoreException;

    /** What rule 2.4 finds wrong. */
    abstract List<String> violations(Store of) throws StoreException;

    private static final Logger LOG = Logger.getLogger(SqliteStore.class.getName());

    @BeforeAll
    static void keepExpectedFailuresOutOfTheLog() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(null);
    }

    @BeforeEach
    void openStore() throws StoreException {
        store = open(clocks, rules.shards, point -> probe.at(point));
    }

    @AfterEach
    void checkAndClose() throws StoreException {
        assertEquals(List.of(), violations(store)); // service 2.4
        store.close();
        store.close(); // again, without effect
    }

    // ---- short forms ----

    final BatchResult batch(Operation... operations) throws StoreException {
        return store.execute(Arrays.asList(operations), rules.toRules());
    }

    @CanIgnoreReturnValue
    final Outcome run(Operation operation) throws StoreException {
        return batch(operation).outcomes().getFirst();
    }

    @CanIgnoreReturnValue
    final Ulid sent(Operation.Send send) throws StoreException {
        Outcome.Sent outcome = assertInstanceOf(Outcome.Sent.class, run(send));
        assertFalse(outcome.isDuplicate());
        return outcome.id();
    }

    final List<Envelope> received(Operation.Receive receive) throws StoreException {
        return assertInstanceOf(Outcome.Received.class, run(receive)).messages();
    }

    final Envelope receivedOne() throws StoreException {
        List<Envelope> messages = received(receive(1));
        assertEquals(1, messages.size());
        return messages.getFirst();
    }

    final Refusal refusal(Operation operation) throws StoreException {
        return refusalOf(run(operation));
    }

    static Refusal refusalOf(Outcome outcome) {
        return assertInstanceOf(Outcome.Refused.class, outcome).refusal();
    }

    final MessageState settled(Operation.OnLease operation) throws StoreException {
        return assertInstanceOf(Outcome.Settled.class, run(operation)).state();
    }

    final TopicStats stats(String topic) throws StoreException {
        return assertInstanceOf(Outcome.Stats.class, run(new Operation.ReadStats(topic))).stats();
    }

    final Counts counts() throws StoreException {
        return stats(TOPIC).counts();
    }

    final Outcome.DeadLetters listed(long after, int limit) throws StoreException {
        return assertInstanceOf(Outcome.DeadLetters.class, run(new Operation.ListDead(TOPIC, after, limit)));
    }

    /** Sends messages and makes dead letters of them. */
    @CanIgnoreReturnValue
    final List<Ulid> deadLetters(int count) throws StoreException {
        List<Ulid> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(sent(send("dead" + i)));
            assertEquals(MessageState.DEAD, settled(kill(receivedOne())));
        }
        return ids;
    }

    static List<String> payloads(List<Envelope> messages) {
        return messages.stream().map(Requests::payloadOf).toList();
    }

    /** Partitions of the topic, one for each shard. */
    final List<String> partitions() {
        return IntStream.range(0, rules.shards)
                .mapToObj(shard -> IntStream.range(0, 10_000)
                        .mapToObj(i -> "p" + i)
                        .filter(name -> Hashes.shardOf(TOPIC, name, rules.shards) == shard)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    final Operation.Send sendTo(String partition, String key) {
        return send(TOPIC, key, key, partition, 0);
    }

    // ---- batches ----

    @Nested
    class GivenABatch {
        @Test
        void settlementsComeBeforeSendsSendsBeforeClaimsAndClaimsBeforeTheRest() throws StoreException { // service 3.2
            sent(send("a"));
            Envelope a = receivedOne();
            List<Outcome> outcomes = batch(
                            new Operation.ReadStats(TOPIC), receive(10), send("b"), nack(a, 0))
                    .outcomes();
            assertEquals(new Counts(0, 2, 0, 0, a.message().size() * 2L),
                    assertInstanceOf(Outcome.Stats.class, outcomes.get(0)).stats().counts());
            assertEquals(
                    List.of("payload of a", "payload of b"),
                    payloads(assertInstanceOf(Outcome.Received.class, outcomes.get(1)).messages()));
            assertInstanceOf(Outcome.Sent.class, outcomes.get(2));
            assertEquals(new Outcome.Settled(TOPIC, MessageState.READY), outcomes.get(3));
        }

        @Test
        void whatIsDueIsMovedFirst() throws StoreException { // service 3.2, 5.12
            sent(send("a"));
            Envelope a = receivedOne();
            clocks.advance(VISIBILITY_MS);
            List<Outcome> outcomes = batch(ack(a), receive(1)).outcomes();
            assertEquals(Refusal.NOT_LEASED, refusalOf(outcomes.get(0)));
            Envelope again = assertInstanceOf(Outcome.Received.class, outcomes.get(1)).messages().getFirst();
            assertEquals(a.message().id(), again.message().id());
            assertEquals(2, again.message().attempt());
            assertNotEquals(a.lease(), again.lease());
        }

        @Test
        void claimsShareWhatIsReady() throws StoreException { // service 3.2
            BatchResult result = batch(receive(2), send("a"), send("b"), send("c"), receive(2), receive(2));
            List<Integer> sizes = new ArrayList<>();
            for (int i : new int[] {0, 4, 5}) {
                sizes.add(assertInstanceOf(Outcome.Received.class, result.outcomes().get(i)).messages().size());
            }
            assertEquals(List.of(2, 1, 0), sizes);
        }

        @Test
        void oneLeaseIsSettledOnce() throws StoreException { // service 5.3, 8.14
            sent(send("a"));
            Envelope a = receivedOne();
            List<Outcome> outcomes = batch(ack(a), ack(a), nack(a, 0)).outcomes();
            assertEquals(new Outcome.Settled(TOPIC, null), outcomes.get(0));
            assertEquals(Refusal.GONE, refusalOf(outcomes.get(1)));
            assertEquals(Refusal.GONE, refusalOf(outcomes.get(2)));
            assertEquals(Counts.NONE, counts());
        }

        @Test
        void reportNamesWhatWaitersAndMetricsNeed() throws StoreException {
            BatchReport report = batch(send("a"), send("a"), send("b"), receive(1)).report();
            assertEquals(Set.of(TOPIC), report.ready());
            BatchReport.TopicEvents events = report.topics().get(TOPIC);
            assertEquals(2, events.sent());
            assertEquals(1, events.duplicates());
            assertEquals(1, events.claimed());
            assertEquals(0, events.redelivered());
            assertEquals(report.nowMs() + VISIBILITY_MS, report.nextDueMs());
            clocks.advance(VISIBILITY_MS);
            report = batch(new Operation.Sweep()).report();
            assertEquals(Set.of(TOPIC), report.ready());
            assertEquals(Set.of(TOPIC), report.settled());
            assertEquals(1, report.topics().get(TOPIC).requeued());
            assertEquals(Long.MAX_VALUE, report.nextDueMs());
        }

        @Test
        void topicWhoseMessagesAreAllClaimedIsNotReportedAsReady() throws StoreException {
            assertEquals(Set.of(), batch(send("a"), receive(1)).report().ready());
        }

        @Test
        void emptyBatchMovesWhatIsDue() throws StoreException { // service 4.2
            sent(send(TOPIC, "a", "x", null, 10));
            clocks.advance(10);
            assertEquals(Set.of(TOPIC), batch().report().ready());
        }
    }

    // ---- failures ----

    @Nested
    class GivenAFailure {
        @Test
        void operationThatFailsIsRefusedAloneAndTheOthersStand() throws StoreException { // service 3.4c
            rules.special.put("good", rules.ofTopic());
            TestRules real = rules;
            var failing = new Rules(
                    topic -> {
                        if (topic.equals("bad")) {
                            throw new IllegalStateException("no rules");
                        }
                        return real.ofTopic();
                    },
                    real.shards, 10, 10, 10, 10, 1_000_000, 200, 60_000, 1);
            List<Operation> operations = List.of(
                    send(TOPIC, "a", "1", null, 0), send("bad", "b", "2", null, 0), send(TOPIC, "c", "3", null, 0), receive(5));
            List<Outcome> outcomes = store.execute(operations, failing).outcomes();
            assertInstanceOf(Outcome.Sent.class, outcomes.get(0));
            assertEquals(Refusal.STORE, refusalOf(outcomes.get(1)));
            assertInstanceOf(Outcome.Sent.class, outcomes.get(2));
            assertEquals(
                    List.of("1", "3"),
                    payloads(assertInstanceOf(Outcome.Received.class, outcomes.get(3)).messages()));
            assertEquals(2, counts().leased());
            assertEquals(Counts.NONE, stats("bad").counts());
            assertEquals(2, store.figures().dedupEntries());
        }

        @Test
        void failedBatchLeavesNoKeyAndNoMessage() throws StoreException { // service 6.4
            failOnce(StoreProbe.Point.BEFORE_COMMIT, 1);
            assertEquals(Refusal.STORE, refusal(send("a")));
            assertEquals(Counts.NONE, counts());
            assertEquals(0, store.figures().dedupEntries());
            sent(send("a"));
        }

        @Test
        void failureOfAWholeBatchIsTriedOneByOne() throws StoreException { // service 3.4c
            failOnce(StoreProbe.Point.BEFORE_COMMIT, 1);
            List<Outcome> outcomes = batch(send("a"), send("b"), send("a")).outcomes();
            Outcome.Sent first = assertInstanceOf(Outcome.Sent.class, outcomes.get(0));
            assertInstanceOf(Outcome.Sent.class, outcomes.get(1));
            assertEquals(new Outcome.Sent(first.id(), true), outcomes.get(2));
            assertEquals(2, counts().ready());
        }

        @Test
        void failedCommitFailsTheBatchAndRecoverMakesTheStoreUsable() throws StoreException { // service 3.4d, 3.5
            Ulid kept = sent(send("kept"));
            clocks.advance(500);
            failOnce(StoreProbe.Point.AFTER_COMMIT, 1);
            assertThrows(StoreException.class, () -> batch(send("unknown")));
            clocks.advance(500);
            store.recover();
            assertEquals(1_000, batch().report().nowMs() - firstMs, "time neither jumps nor runs backwards");
            Outcome.Sent again = assertInstanceOf(Outcome.Sent.class, run(send("unknown")));
            assertTrue(again.isDuplicate(), "it was committed: the probe stands after the commit");
            assertEquals(new Outcome.Sent(kept, true), run(send("kept")));
            assertEquals(2, counts().ready());
        }

        @Test
        void nothingButRecoverFollowsAFailedCommit() throws StoreException { // service 3.5
            sent(send("kept"));
            failOnce(StoreProbe.Point.AFTER_COMMIT, 1);
            assertThrows(StoreException.class, () -> batch(send("unknown")));
            assertThrows(StoreException.class, () -> batch(send("later")));
            store.recover();
            assertEquals(2, counts().ready());
        }

        @Test
        void recoverThatFailsCanBeRepeated() throws StoreException { // service 3.5
            sent(send("kept"));
            failOnce(StoreProbe.Point.AFTER_COMMIT, 1);
            assertThrows(StoreException.class, () -> batch(send("unknown")));
            failOnce(StoreProbe.Point.BEFORE_CHECKPOINT, 1);
            assertThrows(StoreException.class, () -> store.recover());
            store.recover();
            assertEquals(2, counts().ready());
        }

        private long firstMs;

        @BeforeEach
        void readTime() throws StoreException {
            firstMs = batch().report().nowMs();
        }

        private void failOnce(StoreProbe.Point where, int times) {
            int[] left = {times};
            probe = point -> {
                if (point == where && left[0]-- > 0) {
                    throw new SQLException("disk I/O error");
                }
            };
        }
    }

    // ---- sends ----

    @Nested
    class GivenASend {
        @Test
        void messageArrivesAsItWasSent() throws StoreException { // service 5.1, 5.2, 7.1
            Operation.Send send = send(TOPIC, "a", "text", "eu", 0);
            Ulid id = sent(send);
            Envelope got = receivedOne();
            assertEquals(id, got.message().id());
            assertEquals(TOPIC, got.topic());
            assertEquals("text", payloadOf(got));
            assertEquals("eu", got.body().partition());
            assertEquals(send.ts(), got.body().ts());
            assertEquals(send.corrId(), got.body().corrId());
            assertEquals(send.chain(), got.body().chain());
            assertEquals(1, got.message().attempt());
            assertEquals(VISIBILITY_MS, got.leaseMs());
            assertEquals(Hashes.shardOf(TOPIC, "eu", rules.shards), got.message().shard());
        }

        @Test
        void emptyPayloadIsAllowed() throws StoreException { // service 16.13
            sent(send(TOPIC, "a", "", null, 0));
            assertEquals("", payloadOf(receivedOne()));
        }

        @Test
        void delayedMessageComesAtItsTimeAndNotBefore() throws StoreException { // service 5.1, 5.7
            sent(send(TOPIC, "a", "late", null, 100));
            sent(send(TOPIC, "b", "soon", null, 0));
            assertEquals(1, counts().delayed());
            clocks.advance(99);
            assertEquals(List.of("soon"), payloads(received(receive(5))));
            clocks.advance(1);
            assertEquals(List.of("late"), payloads(received(receive(5))));
        }

        @Test
        void repeatGetsTheFirstIdAndWritesNothing() throws StoreException { // service 6.2
            Ulid id = sent(send("a"));
            assertEquals(new Outcome.Sent(id, true), run(send("a")));
            assertEquals(new Outcome.Refused(Refusal.DUPLICATE, id, 0), run(refusingDuplicates(send("a"))));
            assertEquals(1, counts().ready());
        }

        @Test
        void otherPayloadUnderTheSameKeyIsRefused() throws StoreException { // service 6.2
            sent(send("a"));
            Operation.Send other = send(TOPIC, "a", "other", null, 0);
            assertEquals(Refusal.PAYLOAD_MISMATCH, refusal(other));
            assertEquals(Refusal.PAYLOAD_MISMATCH, refusal(refusingDuplicates(other)));
        }

        @Test
        void keysBelongToTheirTopic() throws StoreException { // service 6.1
            sent(send("a"));
            sent(send("jobs", "a", "payload of a", null, 0));
        }

        @Test
        void equalSendsInOneBatchAreOneMessage() throws StoreException { // service 6.4
            List<Outcome> outcomes = batch(send("a"), send("a"), send("a")).outcomes();
            Outcome.Sent first = assertInstanceOf(Outcome.Sent.class, outcomes.getFirst());
            assertEquals(List.of(new Outcome.Sent(first.id(), false), new Outcome.Sent(first.id(), true),
                    new Outcome.Sent(first.id(), true)), outcomes);
            assertEquals(1, counts().ready());
        }

        @Test
        void keyOutlivesItsMessage() throws StoreException { // service 6.1
            Ulid id = sent(send("a"));
            assertNull(settled(ack(receivedOne())));
            assertEquals(new Outcome.Sent(id, true), run(send("a")));
        }

        @Test
        void windowIsExactAndNotProlongedByRepeats() throws StoreException { // service 6.1, 6.3
            Ulid id = sent(send("a"));
            clocks.advance(rules.replayMs - 1);
            assertEquals(new Outcome.Sent(id, true), run(send("a")));
            clocks.advance(1);
            Ulid second = sent(send("a"));
            assertNotEquals(id, second);
            assertEquals(1, store.figures().dedupEntries());
            clocks.advance(rules.replayMs - 1);
            assertEquals(new Outcome.Sent(second, true), run(send("a")));
        }

        @Test
        void otherPayloadMayUseAnExpiredKey() throws StoreException { // service 6.3
            sent(send("a"));
            clocks.advance(rules.replayMs);
            sent(send(TOPIC, "a", "other", null, 0));
        }

        @Test
        void fullKeysAreRefusedUntilOneExpires() throws StoreException { // service 6.3, 11.5
            rules.dedupCapacity = 2;
            sent(send("a"));
            clocks.advance(100);
            Ulid b = sent(send("b"));
            Outcome.Refused refused = assertInstanceOf(Outcome.Refused.class, run(send("c")));
            assertEquals(Refusal.DEDUP_FULL, refused.refusal());
            assertEquals(rules.replayMs - 100, refused.retryAfterMs());
            assertEquals(new Outcome.Sent(b, true), run(send("b"))); // service 16.11
            clocks.advance(rules.replayMs - 100);
            sent(send("c"));
            assertEquals(2, store.figures().dedupEntries());
        }

        @Test
        void keysAboveALoweredCapacityAreTrimmedButNeverEvicted() throws StoreException { // service 6.3
            sent(send("a"));
            clocks.advance(1);
            sent(send("b"));
            sent(send("c"));
            rules.dedupCapacity = 2;
            clocks.advance(rules.replayMs - 1); // a has expired, b and c have not
            assertEquals(Refusal.DEDUP_FULL, refusal(send("d")));
            clocks.advance(1);
            sent(send("d"));
        }
    }

    // ---- limits ----

    @Nested
    class GivenLimits {
        @Test
        void fullQueueRefusesAndOthersDoNot() throws StoreException { // service 11.2, 16.17
            rules.capacity = 2;
            List<String> partitions = partitions();
            Ulid a = sent(sendTo(partitions.get(0), "a"));
            sent(sendTo(partitions.get(0), "b"));
            assertEquals(Refusal.TOPIC_FULL, refusal(sendTo(partitions.get(0), "c")));
            sent(sendTo(partitions.get(1), "d"));
            assertEquals(new Outcome.Sent(a, true), run(sendTo(partitions.get(0), "a"))); // service 16.11
            Envelope leased = received(receive(TOPIC, partitions.get(0), 1, 1)).getFirst();
            assertEquals(Refusal.TOPIC_FULL, refusal(sendTo(partitions.get(0), "c")), "leased ones count");
            assertEquals(MessageState.DEAD, settled(kill(leased)));
            sent(sendTo(partitions.get(0), "c")); // and dead ones do not
        }

        @Test
        void batchFillsAQueueExactly() throws StoreException { // service 11.2, 16.18
            rules.capacity = 2;
            List<Outcome> outcomes = batch(send("a"), send("b"), send("c"), send("a")).outcomes();
            assertInstanceOf(Outcome.Sent.class, outcomes.get(1));
            assertEquals(Refusal.TOPIC_FULL, refusalOf(outcomes.get(2)));
            assertTrue(assertInstanceOf(Outcome.Sent.class, outcomes.get(3)).isDuplicate());
        }

        @Test
        void fullStoreRefuses() throws StoreException { // service 11.3
            Operation.Send send = send("a");
            rules.storeMaxBytes = 2L * (send.payload().length + send.attrs().length);
            sent(send);
            sent(send("b"));
            assertEquals(Refusal.STORE_FULL, refusal(send("c")));
            assertTrue(assertInstanceOf(Outcome.Sent.class, run(send("a"))).isDuplicate()); // service 16.11
            assertNull(settled(ack(receivedOne())));
            sent(send("c"));
        }

        @Test
        void topicsAreCounted() throws StoreException { // service 11.3
            rules.topicMax = 2;
            List<Outcome> outcomes = batch(
                            send("t1", "a", "x", null, 0), send("t2", "a", "x", null, 0), send("t3", "a", "x", null, 0))
                    .outcomes();
            assertEquals(Refusal.TOPIC_MAX, refusalOf(outcomes.get(2)));
            sent(send("t1", "b", "x", null, 0));
        }

        @Test
        void leasesAreLimitedAndRefusedOnlyIfSomethingIsReady() throws StoreException { // service 11.4, 16.11
            rules.globalInflight = 2;
            assertEquals(3, batch(send("a"), send("b"), send("c")).outcomes().size());
            assertEquals(2, received(receive(10)).size());
            clocks.advance(1_000);
            Outcome.Refused refused = assertInstanceOf(Outcome.Refused.class, run(receive(1)));
            assertEquals(Refusal.GLOBAL_INFLIGHT, refused.refusal());
            assertEquals(VISIBILITY_MS - 1_000, refused.retryAfterMs());
            assertEquals(List.of(), received(receive("empty", null, 1, 1)));
            sent(send("other", "k", "x", "p", 0));
            String elsewhere = partitions().stream()
                    .filter(p -> Hashes.shardOf("other", p, rules.shards) != Hashes.shardOf("other", "p", rules.shards))
                    .findFirst()
                    .orElseThrow();
            assertEquals(List.of(), received(receive("other", elsewhere, 1, 1)), "nothing is ready in that queue");
            assertEquals(Refusal.GLOBAL_INFLIGHT, refusal(receive("other", "p", 1, 1)));
        }

        @Test
        void fullDeadLettersRefuseSendsButNoMove() throws StoreException { // service 6.7, 11.5
            rules.deadCapacity = 1;
            sent(send("a"));
            sent(send("b"));
            for (Envelope message : received(receive(2))) {
                assertEquals(MessageState.DEAD, settled(kill(message)));
            }
            assertEquals(2, counts().dead());
            assertEquals(Refusal.DLQ_FULL, refusal(send("c")));
            assertTrue(assertInstanceOf(Outcome.Sent.class, run(send("a"))).isDuplicate()); // service 16.11
            sent(send("other", "c", "x", null, 0)); // service 16.17: per topic
        }
    }

    // ---- leases ----

    @Nested
    class GivenALease {
        private Envelope message;

        @BeforeEach
        void lease() throws StoreException {
            sent(send("a"));
            message = receivedOne();
        }

        @Test
        void leasedMessageIsNotDeliveredTwice() throws StoreException { // service 5.2
            assertEquals(List.of(), received(receive(5)));
            assertEquals(1, counts().leased());
        }

        @Test
        void ackIsFinal() throws StoreException { // service 5.3
            clocks.advance(VISIBILITY_MS - 1);
            assertNull(settled(ack(message)));
            assertEquals(Counts.NONE, counts());
            clocks.advance(VISIBILITY_MS);
            assertEquals(List.of(), received(receive(5)));
            assertEquals(Refusal.GONE, refusal(ack(message)));
        }

        @Test
        void tokenIsRefusedAtTheEndOfItsLease() throws StoreException { // service 5.12, 16.10
            clocks.advance(VISIBILITY_MS);
            assertEquals(Refusal.NOT_LEASED, refusal(ack(message)));
            assertEquals(Refusal.NOT_LEASED, refusal(nack(message, 0)));
            assertEquals(Refusal.NOT_LEASED, refusal(extend(message, 1_000)));
            assertEquals(2, receivedOne().message().attempt());
            assertEquals(Refusal.STALE, refusal(ack(message)));
        }

        @Test
        void nackSendsItToTheTail() throws StoreException { // service 5.4, 6.9
            sent(send("b"));
            assertEquals(MessageState.READY, settled(nack(message, 0)));
            List<Envelope> both = received(receive(5));
            assertEquals(List.of("payload of b", "payload of a"), payloads(both));
            assertEquals(2, both.get(1).message().attempt());
            assertEquals("failed", both.get(1).message().note());
        }

        @Test
        void nackWithDelayHidesIt() throws StoreException { // service 5.4
            assertEquals(MessageState.DELAYED, settled(nack(message, 40)));
            assertEquals(Refusal.NOT_LEASED, refusal(ack(message)));
            clocks.advance(39);
            assertEquals(List.of(), received(receive(5)));
            clocks.advance(1);
            assertEquals(1, received(receive(5)).size());
        }

        @Test
        void nackWithoutDelayBacksOffWithinItsLimit() throws StoreException { // service 5.13
            rules.backoffBaseMs = 8;
            assertInstanceOf(Outcome.Settled.class, run(
                    new Operation.Nack(message.message().id(), message.lease().token(), CALLER, null, null, false)));
            clocks.advance(16);
            assertEquals(1, received(receive(5)).size());
        }

        @Test
        void lastAttemptEndsAmongTheDead() throws StoreException { // service 5.5, 5.8
            assertEquals(MessageState.READY, settled(nack(message, 0)));
            clocks.advance(1);
            Envelope second = receivedOne();
            clocks.advance(VISIBILITY_MS);
            Envelope third = receivedOne();
            assertEquals(3, third.message().attempt());
            assertEquals("lease ended", third.message().note());
            clocks.advance(VISIBILITY_MS);
            assertEquals(Refusal.DEAD, refusal(ack(third)));
            assertEquals(Refusal.DEAD, refusal(ack(second)));
            var letter = listed(0, 10).letters().getFirst();
            assertEquals(DeadReason.MAX_ATTEMPTS, letter.dead().reason());
            assertEquals("lease ended", letter.dead().lastError());
            assertEquals(3, letter.dead().attempt());
        }

        @Test
        void extendKeepsItsTokenGood() throws StoreException { // service 5.6
            clocks.advance(4_000);
            assertEquals(new Outcome.Extended(TOPIC, 7_000), run(extend(message, 7_000)));
            clocks.advance(6_999);
            assertNull(settled(ack(message)));
        }

        @Test
        void extendByNothingEndsTheLeaseAtOnce() throws StoreException { // service 5.6, 5.12, 16.9
            BatchResult result = batch(receive(5), extend(message, 0), ack(message));
            assertEquals(new Outcome.Extended(TOPIC, 0), result.outcomes().get(1));
            assertEquals(Refusal.NOT_LEASED, refusalOf(result.outcomes().get(2)));
            List<Envelope> got = assertInstanceOf(Outcome.Received.class, result.outcomes().get(0)).messages();
            assertEquals(1, got.size());
            assertEquals(2, got.getFirst().message().attempt());
        }

        @Test
        void extendStopsAtTheHoldLimit() throws StoreException { // service 5.6, 16.13
            rules.inflightFactor = 2;
            clocks.advance(4_000);
            assertEquals(new Outcome.Extended(TOPIC, 6_000), run(extend(message, 60_000)));
            assertEquals(Refusal.HOLD_LIMIT, refusal(extend(message, 60_000)));
            assertEquals(new Outcome.Extended(TOPIC, 6_000), run(extend(message, 6_000)));
            clocks.advance(6_000);
            assertEquals(Refusal.NOT_LEASED, refusal(extend(message, 1)));
        }

        @Test
        void givenBackItIsReadyAtOnceWhateverItsAttempt() throws StoreException { // service 5.13, 16.8
            rules.maxAttempts = 1;
            assertEquals(new Outcome.GivenBack(1), run(new Operation.GiveBack(List.of(message.lease()))));
            assertEquals(2, receivedOne().message().attempt());
            assertEquals(new Outcome.GivenBack(0), run(new Operation.GiveBack(List.of(message.lease()))));
        }

        @Test
        void leaseThatHasEndedIsNotGivenBack() throws StoreException { // service 5.12, 16.8
            rules.maxAttempts = 1;
            clocks.advance(VISIBILITY_MS);
            assertEquals(new Outcome.GivenBack(0), run(new Operation.GiveBack(List.of(message.lease()))));
            assertEquals(1, counts().dead());
        }

        @Test
        void lapsedCapabilityFinishesItsOwnLeasesOnly() throws StoreException { // service 10.9, 16.10
            var lapsed = new Operation.Caller(CAP, TopicScope.ALL, Lapse.EXPIRED);
            var other = new Operation.Caller(new Ulid(9, 9), TopicScope.ALL, Lapse.REVOKED);
            Ulid id = message.message().id();
            assertEquals(Refusal.EXPIRED, refusal(new Operation.Extend(id, message.lease().token(), lapsed, 10)));
            assertEquals(Refusal.REVOKED, refusal(new Operation.Ack(id, message.lease().token(), other)));
            assertNull(settled(new Operation.Ack(id, null, lapsed)));
        }

        @Test
        void lapsedCapabilityIsRefusedWhenTheLeaseHasEnded() throws StoreException { // service 10.9
            clocks.advance(VISIBILITY_MS);
            var lapsed = new Operation.Caller(CAP, TopicScope.ALL, Lapse.EXPIRED);
            assertEquals(
                    Refusal.EXPIRED,
                    refusal(new Operation.Ack(message.message().id(), message.lease().token(), lapsed)));
        }

        @Test
        void messageOfAnotherTopicIsOutOfScope() throws StoreException { // service 9.4
            var narrow = new Operation.Caller(CAP, "jobs"::equals, Lapse.NONE);
            assertEquals(
                    Refusal.TOPIC, refusal(new Operation.Ack(message.message().id(), message.lease().token(), narrow)));
        }

        @Test
        void idsThatDifferInTheirRandomBitsAreUnknown() throws StoreException { // service 2.2
            Ulid id = message.message().id();
            var other = new Ulid(id.high(), id.low() ^ 1L << 13);
            assertEquals(Refusal.GONE, refusal(new Operation.Ack(other, message.lease().token(), CALLER)));
            assertEquals(Refusal.GONE, refusal(new Operation.ReadDead(other, TopicScope.ALL)));
            assertEquals(1, counts().leased());
        }

        @Test
        void runningLeasesOfAStreamCountTowardsItsLimit() throws StoreException { // service 8.12
            sent(send("b"));
            sent(send("c"));
            var stream = new Operation.Receive(
                    TOPIC, null, VISIBILITY_MS, 2, Long.MAX_VALUE, CAP, List.of(message.lease()));
            assertEquals(1, received(stream).size());
            clocks.advance(VISIBILITY_MS);
            assertEquals(2, received(stream).size());
        }
    }

    @Nested
    class GivenMoreDueThanABatchMoves {
        /** More than the 1,024 of service 3.2. */
        private static final int MANY = 1_100;

        @BeforeEach
        void fill() throws StoreException {
            Operation[] sends = new Operation[MANY];
            for (int i = 0; i < MANY; i++) {
                sends[i] = send("crowd", "k" + i, "x", null, 0);
            }
            assertEquals(MANY, batch(sends).outcomes().size());
            assertEquals(MANY, received(receive("crowd", null, MANY, Long.MAX_VALUE)).size());
            clocks.advance(1); // so that it comes after the crowd
        }

        @Test
        void claimMovesItsOwnQueueFirst() throws StoreException { // service 5.12, 16.9
            sent(send("mine"));
            Envelope mine = receivedOne();
            clocks.advance(VISIBILITY_MS);
            Envelope again = receivedOne();
            assertEquals(mine.message().id(), again.message().id());
        }

        @Test
        void claimMovesItsOwnQueueBeforeItLooksForRoom() throws StoreException { // service 11.4, 16.9
            rules.globalInflight = MANY - 1_024 + 1;
            sent(send("mine"));
            rules.globalInflight = MANY + 1;
            assertEquals(1, received(receive(1)).size());
            clocks.advance(VISIBILITY_MS);
            rules.globalInflight = MANY - 1_024 + 1; // full until its own lease is moved
            assertEquals(1, received(receive(1)).size());
        }

        @Test
        void endedLeaseThatIsNotMovedYetIsOver() throws StoreException { // service 5.12, 16.8
            rules.maxAttempts = 1;
            sent(send("mine"));
            Envelope mine = receivedOne();
            clocks.advance(VISIBILITY_MS);
            List<Outcome> outcomes = batch(
                            new Operation.GiveBack(List.of(mine.lease())), ack(mine))
                    .outcomes();
            assertEquals(new Outcome.GivenBack(0), outcomes.get(0));
            assertEquals(Refusal.DEAD, refusalOf(outcomes.get(1)));
        }

        @Test
        void endedLeaseOfAStreamDoesNotCount() throws StoreException { // service 8.12, 5.12
            sent(send("jobs", "1", "x", null, 0));
            Envelope job = received(receive("jobs", null, 1, 1)).getFirst();
            clocks.advance(VISIBILITY_MS);
            sent(send("mine"));
            var stream = new Operation.Receive(TOPIC, null, VISIBILITY_MS, 1, 1, CAP, List.of(job.lease()));
            assertEquals(1, received(stream).size());
        }
    }

    // ---- order ----

    @Nested
    class GivenSeveralQueues {
        @Test
        void eachQueueKeepsItsOrder() throws StoreException { // service 6.9
            List<String> expected = new ArrayList<>();
            String partition = partitions().get(2);
            for (int i = 0; i < 20; i += 2) {
                assertEquals(2, batch(sendTo(partition, "m" + i), sendTo(partition, "m" + (i + 1))).outcomes().size());
                expected.addAll(List.of("m" + i, "m" + (i + 1)));
            }
            List<String> got = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                got.addAll(payloads(received(receive(TOPIC, partition, 5, Long.MAX_VALUE))));
            }
            assertEquals(expected, got);
        }

        @Test
        void leaseHoldsNobodyUp() throws StoreException { // service 6.9
            sent(send("a"));
            sent(send("b"));
            assertEquals("payload of a", payloadOf(receivedOne()));
            assertEquals("payload of b", payloadOf(receivedOne()));
        }

        @Test
        void receivesWithoutPartitionTakeQueuesInTurn() throws StoreException { // service 6.9
            for (String partition : partitions()) {
                for (int i = 0; i < 3; i++) {
                    sent(sendTo(partition, partition + "-" + i));
                }
            }
            List<Integer> shards = new ArrayList<>();
            for (int i = 0; i < 3 * rules.shards; i++) {
                shards.add(receivedOne().message().shard());
            }
            for (int i = 0; i < shards.size(); i++) {
                assertEquals((shards.getFirst() + i) % rules.shards, shards.get(i), shards.toString());
            }
        }

        @Test
        void partitionSeesItsShardOnly() throws StoreException { // service 16.15
            List<String> partitions = partitions();
            sent(sendTo(partitions.get(0), "a"));
            sent(sendTo(partitions.get(1), "b"));
            assertEquals(List.of("b"), payloads(received(receive(TOPIC, partitions.get(1), 5, 100))));
            assertEquals(List.of(), received(receive(TOPIC, partitions.get(2), 5, 100)));
        }

        @Test
        void maxBytesStopsAReceiveButOneMessageComesAlways() throws StoreException { // service 8.15
            int size = send("0").payload().length + send("0").attrs().length;
            for (int i = 0; i < 6; i++) {
                sent(send("" + i));
            }
            assertEquals(1, received(receive(TOPIC, null, 10, 1)).size());
            assertEquals(2, received(receive(TOPIC, null, 10, 2L * size)).size());
            assertEquals(2, received(receive(TOPIC, null, 10, 3L * size - 1)).size());
            assertEquals(1, received(receive(TOPIC, null, 10, 3L * size)).size());
        }

        @Test
        void unknownTopicIsEmpty() throws StoreException { // service 8.15
            assertEquals(List.of(), received(receive("unknown", null, 1, 1)));
            assertEquals(new TopicStats("unknown", Counts.NONE, 0), stats("unknown"));
            assertEquals(
                    new Outcome.DeadLetters(List.of(), 0), run(new Operation.ListDead("unknown", 0, 10)));
            assertEquals(new Outcome.Purged(0, 0), run(new Operation.PurgeTopic("unknown", 0, 10)));
            assertEquals(new Outcome.Topics(List.of(), false), run(new Operation.ListTopics("", 10, TopicScope.ALL)));
        }
    }

    // ---- dead letters ----

    @Nested
    class GivenDeadLetters {
        @Test
        void listGoesByPlaceAndEndsWithZero() throws StoreException { // service 6.6, 16.16
            List<Ulid> ids = deadLetters(5);
            Outcome.DeadLetters first = listed(0, 2);
            Outcome.DeadLetters second = listed(first.next(), 2);
            Outcome.DeadLetters third = listed(second.next(), 2);
            List<Ulid> listed = new ArrayList<>();
            for (Outcome.DeadLetters page : List.of(first, second, third)) {
                page.letters().forEach(letter -> listed.add(letter.message().id()));
            }
            assertEquals(ids, listed);
            assertEquals(0, third.next());
            assertEquals(0, listed(0, 5).next(), "a page that ends with the last letter");
        }

        @Test
        void letterTellsWhyAndWhat() throws StoreException { // service 6.5
            Ulid id = deadLetters(1).getFirst();
            Outcome.DeadFound found =
                    assertInstanceOf(Outcome.DeadFound.class, run(new Operation.ReadDead(id, TopicScope.ALL)));
            assertEquals(DeadReason.NACK_DEAD, found.letter().dead().reason());
            assertEquals("poison", found.letter().dead().lastError());
            assertEquals(1, found.letter().dead().attempt());
            assertEquals("payload of dead0", new String(found.body().payload(), UTF_8));
            assertNull(found.damage());
            assertEquals(found.letter(), listed(0, 1).letters().getFirst());
            assertEquals(Refusal.TOPIC, refusal(new Operation.ReadDead(id, "jobs"::equals)));
        }

        @Test
        void messageThatIsNotDeadIsNoLetter() throws StoreException { // service 9.4
            Ulid id = sent(send("a"));
            assertEquals(Refusal.GONE, refusal(new Operation.ReadDead(id, TopicScope.ALL)));
            Outcome.DeadSettled settled = settle(new Operation.SettleDead(TOPIC, List.of(id), 0, 10, false));
            assertEquals(Map.of(id, "not_dead"), settled.skipped());
            assertEquals(0, settled.moved());
        }

        @Test
        void redriveStartsAgainAtTheTail() throws StoreException { // service 5.10, 6.6
            deadLetters(2);
            sent(send("live"));
            clocks.advance(10);
            assertEquals(new Outcome.DeadSettled(2, 0, Map.of(), false, 0), settle(redrive(10)));
            List<Envelope> all = received(receive(5));
            assertEquals(List.of("payload of live", "payload of dead0", "payload of dead1"), payloads(all));
            assertEquals(1, all.get(1).message().attempt());
            assertEquals(1, all.get(1).message().redrives());
            assertNull(all.get(1).message().note());
        }

        @Test
        void redriveIsNotDeduplicatedAndKeepsTheKey() throws StoreException { // service 6.6
            Ulid id = deadLetters(1).getFirst();
            assertEquals(1, settle(redrive(10)).moved());
            assertEquals(new Outcome.Sent(id, true), run(send("dead0")));
        }

        @Test
        void redriveGoesOnSliceBySlice() throws StoreException { // service 6.6
            deadLetters(5);
            Outcome.DeadSettled first = settle(redrive(2));
            assertEquals(2, first.moved());
            assertEquals(3, first.remaining());
            assertNotEquals(0, first.next());
            Outcome.DeadSettled rest =
                    settle(new Operation.SettleDead(TOPIC, null, first.next(), 10, false));
            assertEquals(new Outcome.DeadSettled(3, 0, Map.of(), false, 0), rest);
        }

        @Test
        void redriveByIdMovesThoseAlone() throws StoreException { // service 8.10
            List<Ulid> ids = deadLetters(3);
            Outcome.DeadSettled settled =
                    settle(new Operation.SettleDead(TOPIC, List.of(ids.get(1), ids.get(1)), 0, 10, false));
            assertEquals(1, settled.moved());
            assertEquals(2, settled.remaining());
            Outcome.DeadSettled other = settle(new Operation.SettleDead("jobs", List.of(ids.get(0)), 0, 10, false));
            assertEquals(Map.of(ids.get(0), "not_dead"), other.skipped());
        }

        @Test
        void redriveMovesWhatFits() throws StoreException { // service 6.6, 16.17
            deadLetters(3);
            rules.capacity = 2;
            Outcome.DeadSettled settled = settle(redrive(10));
            assertEquals(2, settled.moved());
            assertTrue(settled.isFull());
            assertEquals(1, settled.remaining());
            assertEquals(0, settle(redrive(10)).moved());
        }

        @Test
        void fullQueueDoesNotKeepLettersOfOthersBack() throws StoreException { // service 16.17
            List<String> partitions = partitions();
            for (int i = 0; i < 2; i++) {
                sent(sendTo(partitions.get(i), "d" + i));
                assertEquals(MessageState.DEAD, settled(kill(receivedOne())));
            }
            sent(sendTo(partitions.get(0), "alive"));
            rules.capacity = 1;
            Outcome.DeadSettled settled = settle(redrive(10));
            assertEquals(1, settled.moved());
            assertTrue(settled.isFull());
            assertEquals("d1", payloadOf(received(receive(TOPIC, partitions.get(1), 1, 1)).getFirst()));
        }

        @Test
        void purgeDeletesLettersAndLeavesTheKey() throws StoreException { // service 5.11, 6.1
            List<Ulid> ids = deadLetters(3);
            Outcome.DeadSettled settled = settle(new Operation.SettleDead(TOPIC, null, 0, 2, true));
            assertEquals(2, settled.moved());
            assertEquals(1, settled.remaining());
            assertEquals(ids.get(2), listed(0, 5).letters().getFirst().message().id());
            assertEquals(new Outcome.Sent(ids.getFirst(), true), run(send("dead0")));
        }

        private Outcome.DeadSettled settle(Operation.SettleDead operation) throws StoreException {
            return assertInstanceOf(Outcome.DeadSettled.class, run(operation));
        }
    }

    // ---- retention ----

    @Nested
    class GivenRetention {
        @Test
        void readyMessagesExpireAtTheirAgeExactly() throws StoreException { // service 5.8, 6.7
            sent(send("a"));
            clocks.advance(rules.readyMs - 1);
            retainAll();
            assertEquals(1, counts().ready());
            clocks.advance(1);
            retainAll();
            assertEquals(DeadReason.EXPIRED, listed(0, 1).letters().getFirst().dead().reason());
            assertEquals(1, counts().dead());
        }

        @Test
        void ageOfADelayedMessageCountsFromItsFirstReady() throws StoreException { // service 16.12
            rules.readyMs = 1_000;
            sent(send(TOPIC, "a", "x", null, 5_000));
            clocks.advance(5_999);
            retainAll();
            assertEquals(1, counts().ready());
            clocks.advance(1);
            retainAll();
            assertEquals(1, counts().dead());
        }

        @Test
        void leasedMessagesAreLeftAlone() throws StoreException { // service 5.8
            rules.readyMs = 1_000;
            sent(send("a"));
            Envelope a = receivedOne();
            clocks.advance(1_000);
            retainAll();
            assertEquals(1, counts().leased());
            assertEquals(MessageState.DELAYED, settled(nack(a, 100)));
            retainAll();
            assertEquals(1, counts().dead(), "a delayed one that was ready before is too old");
        }

        @Test
        void redrivenMessageIsYoungAgain() throws StoreException { // service 5.10
            rules.readyMs = 1_000;
            sent(send("a"));
            clocks.advance(1_000);
            retainAll();
            run(redrive(1));
            clocks.advance(999);
            retainAll();
            assertEquals(1, counts().ready());
        }

        @Test
        void topicsHaveTheirOwnRules() throws StoreException { // service 6.7, 13.6
            rules.special.put("short", new TopicRules("s", 1_000, 3, 100, 60_000, 120_000, 10));
            sent(send("a"));
            sent(send("short", "b", "x", null, 0));
            clocks.advance(60_000);
            retainAll();
            assertEquals(1, counts().ready());
            assertEquals(1, stats("short").counts().dead());
            clocks.advance(120_000);
            retainAll();
            assertEquals(Counts.NONE, stats("short").counts());
        }

        @Test
        void deadLettersAreDeletedAtTheirAge() throws StoreException { // service 5.11, 6.7
            deadLetters(2);
            clocks.advance(rules.deadMs - 1);
            retainAll();
            assertEquals(2, counts().dead());
            clocks.advance(1);
            retainAll();
            assertEquals(Counts.NONE, counts());
            assertEquals(0, store.figures().dedupEntries());
        }

        @Test
        void expiredKeysAreForgotten() throws StoreException { // service 6.3
            sent(send("a"));
            clocks.advance(rules.replayMs);
            retainAll();
            assertEquals(0, store.figures().dedupEntries());
        }

        @Test
        void emptyTopicIsForgottenAfterADayWithoutKeys() throws StoreException { // service 6.7
            rules.replayMs = 2 * DAY_MS;
            sent(send("a"));
            assertNull(settled(ack(receivedOne())));
            clocks.advance(2 * DAY_MS - 1);
            retainAll();
            assertEquals(1, topics().size(), "it has a key");
            clocks.advance(1);
            retainAll(); // the key goes
            clocks.advance(DAY_MS);
            retainAll();
            assertEquals(0, topics().size());
            sent(send("a"));
            assertEquals(1, counts().ready());
        }

        @Test
        void topicThatHasJustBecomeEmptyIsKept() throws StoreException { // service 6.7
            sent(send("a"));
            clocks.advance(3 * DAY_MS);
            assertNull(settled(ack(receivedOne())));
            retainAll();
            assertEquals(1, topics().size());
        }

        @Test
        void slicesGoOnWhereTheLastOneEnded() throws StoreException { // service 6.7
            int many = 1_100;
            Operation[] sends = new Operation[many];
            for (int i = 0; i < many; i++) {
                sends[i] = send("k" + i);
            }
            assertEquals(many, batch(sends).outcomes().size());
            clocks.advance(rules.readyMs);
            Outcome.Done first = assertInstanceOf(Outcome.Done.class, run(new Operation.Retain(0)));
            assertNotEquals(0, first.next());
            assertTrue(counts().dead() <= 1_000, "a slice is bounded");
            retainAll();
            assertEquals(many, counts().dead());
            clocks.advance(rules.deadMs);
            retainAll();
            assertEquals(Counts.NONE, counts());
        }

        private List<TopicStats> topics() throws StoreException {
            return assertInstanceOf(Outcome.Topics.class, run(new Operation.ListTopics("", 10, TopicScope.ALL))).topics();
        }

        private void retainAll() throws StoreException {
            long after = 0;
            int slices = 0;
            do {
                after = assertInstanceOf(Outcome.Done.class, run(new Operation.Retain(after))).next();
                assertTrue(++slices < 100, "retention does not end");
            } while (after != 0);
        }
    }

    // ---- operators ----

    @Nested
    class GivenAnOperator {
        @Test
        void purgeTakesWhatWasThereAtItsStartInSlices() throws StoreException { // service 5.11, 16.12
            deadLetters(1);
            for (int i = 0; i < 5; i++) {
                sent(send("k" + i));
            }
            sent(send(TOPIC, "late", "x", null, 10_000));
            Envelope leased = receivedOne();
            Ulid other = sent(send("jobs", "j", "x", null, 0));
            Outcome.Purged purged = assertInstanceOf(Outcome.Purged.class, run(new Operation.PurgeTopic(TOPIC, 0, 2)));
            int count = purged.count();
            assertEquals(2, count);
            sent(send("new"));
            while (purged.below() != 0) {
                purged = assertInstanceOf(
                        Outcome.Purged.class, run(new Operation.PurgeTopic(TOPIC, purged.below(), 2)));
                count += purged.count();
            }
            assertEquals(6, count);
            assertEquals(Refusal.GONE, refusal(ack(leased)));
            assertEquals(1, counts().dead(), "dead letters are left alone");
            assertEquals(List.of("payload of new"), payloads(received(receive(10))));
            assertEquals(other, received(receive("jobs", null, 1, 1)).getFirst().message().id());
            assertTrue(assertInstanceOf(Outcome.Sent.class, run(send("k0"))).isDuplicate()); // service 6.1
        }

        @Test
        void statsCountStatesAndTheAgeOfTheOldest() throws StoreException { // service 8.11
            sent(send("a"));
            clocks.advance(70);
            sent(send(TOPIC, "b", "x", partitions().get(1), 0));
            sent(send(TOPIC, "c", "x", null, 500));
            clocks.advance(30);
            assertEquals(100, stats(TOPIC).oldestReadyMs());
            assertEquals(2, counts().ready());
            assertEquals(1, counts().delayed());
            assertEquals(store.figures().storedBytes(), counts().bytes());
            assertEquals(2, received(receive(2)).size());
            assertEquals(0, stats(TOPIC).oldestReadyMs());
        }

        @Test
        void topicsComeInPagesByName() throws StoreException { // service 16.16
            for (String topic : List.of("d", "a", "c", "b", "x")) {
                sent(send(topic, "k", "x", null, 0));
            }
            TopicScope scope = topic -> !topic.equals("b");
            assertEquals(List.of("a", "c"), names("", 2, scope, true));
            assertEquals(List.of("d", "x"), names("c", 2, scope, false));
            assertEquals(List.of("d"), names("c", 1, scope, true));
            assertEquals(List.of(), names("", 3, "z"::equals, false));
            assertEquals(List.of("x"), names("", 1, "x"::equals, false));
        }

        private List<String> names(String after, int limit, TopicScope scope, boolean hasMore) throws StoreException {
            Outcome.Topics topics =
                    assertInstanceOf(Outcome.Topics.class, run(new Operation.ListTopics(after, limit, scope)));
            assertEquals(hasMore, topics.hasMore());
            return topics.topics().stream().map(TopicStats::topic).toList();
        }

        @Test
        void revocationsAreKeptUntilTheirTime() throws StoreException { // service 10.7, 16.2
            run(new Operation.RevokeCapability(CAP, 5_000));
            run(new Operation.RevokeKey("k1", 3));
            run(new Operation.RevokeKey("k1", 2)); // never goes back
            run(new Operation.RevokeKey("k2", 1));
            assertEquals(
                    new Outcome.Revocations(Map.of(CAP, 5_000L), Map.of("k1", 3, "k2", 1)),
                    run(new Operation.ListRevocations(5_000)));
            assertEquals(
                    new Outcome.Revocations(Map.of(), Map.of("k1", 3, "k2", 1)),
                    run(new Operation.ListRevocations(5_001)));
        }

        @Test
        void scrubWalksAllRows() throws StoreException { // service 3.7
            for (int i = 0; i < 5; i++) {
                sent(send("k" + i));
            }
            long after = 0;
            int slices = 0;
            do {
                Outcome.Done done = assertInstanceOf(Outcome.Done.class, run(new Operation.Scrub(after, 2)));
                assertEquals(0, done.changed());
                after = done.next();
                slices++;
            } while (after != 0);
            assertEquals(3, slices);
            assertEquals(5, counts().ready());
        }
    }

    // ---- time ----

    @Nested
    class GivenAWallClockThatSteps {
        @Test
        void leasesAndKeysDoNotNotice() throws StoreException { // service 4.1, 4.4
            sent(send("a"));
            Envelope a = receivedOne();
            clocks.stepWall(2 * 3_600_000L);
            assertEquals(List.of(), received(receive(1)));
            clocks.stepWall(-4 * 3_600_000L);
            clocks.advance(VISIBILITY_MS - 1);
            assertTrue(assertInstanceOf(Outcome.Sent.class, run(send("a"))).isDuplicate());
            assertNull(settled(ack(a)));
        }
    }

    @Nested
    class GivenAStreamOfLeases {
        @Test
        void unsettledLeasesOfOtherMessagesDoNotCount() throws StoreException { // service 8.12
            sent(send("a"));
            var foreign = new LeaseRef(new Ulid(5, 5), new LeaseToken(1, 1));
            var stream = new Operation.Receive(TOPIC, null, VISIBILITY_MS, 1, 10, CAP, List.of(foreign));
            assertEquals(1, received(stream).size());
        }
    }
}
