package io.hiveactor.service.engine;

import static io.hiveactor.service.engine.TestEngine.messages;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.testkit.HiveTest;
import io.hiveactor.testkit.TestRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The engine in simulated time (service 8.13, 12): every order that the contract leaves open comes from a seed. */
class EngineTest {
    @HiveTest(seeds = 20)
    void aMessageIsSentReceivedAndAcknowledged(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            var sent = assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            List<Envelope> received = messages(test.engine.receive(Sample.poll("orders", 0)));
            assertEquals(sent.id(), received.getFirst().message().id());
            assertInstanceOf(Outcome.Settled.class, test.one(Sample.ack(received.getFirst().lease())));
            assertEquals(List.of(), messages(test.engine.receive(Sample.poll("orders", 0))));
            assertEquals(List.of(), test.store.check());
        }
    }

    private static CompletableFuture<Answer> start(TestRuntime runtime, TestEngine test, Poll poll) {
        return runtime.start(self -> test.engine.receive(poll), ActorConfig.named("poller"));
    }

    @HiveTest(seeds = 20)
    void aPollGetsTheMessageThatIsSentWhileItWaits(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            CompletableFuture<Answer> poll = start(runtime, test, Sample.poll("orders", 1_000));
            runtime.advance(Duration.ofMillis(500));
            assertFalse(poll.isDone());
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            runtime.runUntilBlocked();
            assertEquals(1, messages(poll.resultNow()).size());
        }
    }

    @HiveTest(seeds = 20)
    void aPollEndsWithNothingAtItsTimeAndNotBefore(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            CompletableFuture<Answer> poll = start(runtime, test, Sample.poll("orders", 1_000));
            runtime.advance(Duration.ofMillis(999));
            assertFalse(poll.isDone());
            runtime.advance(Duration.ofMillis(2));
            assertEquals(List.of(), messages(poll.resultNow()));
        }
    }

    @HiveTest(seeds = 20)
    void pollsAreServedInTheOrderOfTheirArrival(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            CompletableFuture<Answer> first = start(runtime, test, Sample.poll("orders", 1_000));
            CompletableFuture<Answer> second = start(runtime, test, Sample.poll("orders", 1_000));
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            runtime.runUntilBlocked();
            assertTrue(first.isDone());
            assertFalse(second.isDone());
        }
    }

    @HiveTest(seeds = 20)
    void aPollGetsAMessageWhoseLeaseEnds(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            assertEquals(1, messages(test.engine.receive(Sample.poll("orders", 0))).size()); // for 5 s
            CompletableFuture<Answer> poll = start(runtime, test, Sample.poll("orders", 20_000));
            runtime.advance(Duration.ofMillis(4_900));
            assertFalse(poll.isDone());
            runtime.advance(Duration.ofMillis(150));
            assertEquals(2, messages(poll.resultNow()).getFirst().message().attempt());
        }
    }

    @HiveTest(seeds = 20)
    void aCancelledPollTakesNothing(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            var poll = new Poll(Sample.receive("orders", 5_000, 10), 1_000, "p1", () -> true);
            CompletableFuture<Answer> waiting = start(runtime, test, poll);
            assertInstanceOf(Answer.PollInUse.class, test.engine.receive(poll));
            assertTrue(test.engine.cancel("orders", "p1", Sample.CAPABILITY));
            assertFalse(test.engine.cancel("orders", "p1", Sample.CAPABILITY));
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            runtime.runUntilBlocked();
            assertEquals(List.of(), messages(waiting.resultNow()));
            assertEquals(1, messages(test.engine.receive(Sample.poll("orders", 0))).size());
        }
    }

    @HiveTest(seeds = 20)
    void aDrainEndsPollsAndRefusesSendsButNotSettlements(TestRuntime runtime) throws Exception {
        try (var test = new TestEngine(runtime.hive())) {
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            Envelope held = messages(test.engine.receive(Sample.poll("orders", 0))).getFirst();
            CompletableFuture<Answer> poll = start(runtime, test, Sample.poll("orders", 1_000));
            test.engine.drain();
            runtime.runUntilBlocked();
            assertEquals(List.of(), messages(poll.resultNow()));
            assertEquals(
                    new Answer.Unavailable(Answer.Unavailable.Cause.DRAINING),
                    test.engine.execute("orders", List.of(Sample.send("orders", "b"))));
            assertInstanceOf(Outcome.Settled.class, test.one(Sample.ack(held.lease())));
        }
    }

    @HiveTest(seeds = 20)
    void pollsThatWaitTakeNoPlaceFromSends(TestRuntime runtime) throws Exception {
        var small = new EngineSettings(8, 4, 0.5, 64, 1 << 20, 32, Duration.ofSeconds(10), Duration.ofHours(24), false);
        try (var test = new TestEngine(runtime.hive(), small, StoreProbe.NONE, runtime.random())) {
            List<CompletableFuture<Answer>> polls = new ArrayList<>();
            for (int i = 0; i < 20; i++) { // more than a worker has places
                polls.add(start(runtime, test, Sample.poll("orders", 1_000)));
            }
            assertInstanceOf(Outcome.Sent.class, test.one(Sample.send("orders", "a")));
            runtime.advance(Duration.ofSeconds(2));
            assertEquals(1, polls.stream().filter(poll -> !messages(poll.resultNow()).isEmpty()).count());
        }
    }

    @HiveTest(seeds = 20)
    void onePollTooManyIsRefused(TestRuntime runtime) throws Exception {
        var small = new EngineSettings(8, 99, 1, 64, 1 << 20, 2, Duration.ofSeconds(10), Duration.ofHours(24), false);
        try (var test = new TestEngine(runtime.hive(), small, StoreProbe.NONE, runtime.random())) {
            CompletableFuture<Answer> first = start(runtime, test, Sample.poll("orders", 1_000));
            CompletableFuture<Answer> second = start(runtime, test, Sample.poll("jobs", 1_000));
            Answer third = start(runtime, test, Sample.poll("orders", 1_000)).resultNow();
            assertEquals(Answer.Busy.FullQueue.WAITERS, assertInstanceOf(Answer.Busy.class, third).queue());
            assertFalse(first.isDone() || second.isDone());
        }
    }

    @HiveTest(seeds = 5)
    void aPayloadIsErasedAfterItsCommitAndTheStoredOneIsNot(TestRuntime runtime) throws Exception {
        var forgetful = new EngineSettings(
                8, 99, 1, 64, 1 << 20, 2, Duration.ofSeconds(10), Duration.ofHours(24), true);
        try (var test = new TestEngine(runtime.hive(), forgetful, StoreProbe.NONE, runtime.random())) {
            var send = Sample.send("orders", "secret");
            assertInstanceOf(Outcome.Sent.class, test.one(send));
            assertArrayEquals(new byte[6], send.payload());
            byte[] stored = messages(test.engine.receive(Sample.poll("orders", 0))).getFirst().body().payload();
            assertArrayEquals("secret".getBytes(StandardCharsets.UTF_8), stored);
        }
    }
}
