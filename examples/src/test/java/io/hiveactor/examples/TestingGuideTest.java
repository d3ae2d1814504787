package io.hiveactor.examples;

import static io.hiveactor.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.testkit.ExploreSchedules;
import io.hiveactor.testkit.HiveTest;
import io.hiveactor.testkit.Probe;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The tests that docs/guide/testing.md shows. */
class TestingGuideTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    sealed interface Command {}

    record Add(int amount) implements Command {}

    record Total() implements Command, Request<Command, Integer> {}

    private static final class Counter implements TypedHandler<Command> {
        private int total;

        @Override
        public void onMessage(TypedContext<Command> self, Command command) {
            switch (command) {
                case Add add -> total += add.amount();
                case Total question -> assertEquals(ReplyStatus.SENT, self.reply(question, total));
            }
        }
    }

    private static String report(Ref<Command> counter) {
        return counter.request(new Total(), LONG) instanceof Reply<Integer> answer
                ? "total: " + answer.value()
                : "no total";
    }

    private static void add(Ref<Command> counter, int amount) {
        assertEquals(NotifyStatus.SENT, counter.notify(new Add(amount)));
    }

    @Test
    void aReceiveTimesOut() {
        try (var runtime = new TestRuntime()) {
            CompletableFuture<Received> outcome = runtime.start(self -> self.receive(Duration.ofMinutes(5)));

            runtime.advance(Duration.ofMinutes(5));

            assertEquals(NoMessage.TIMEOUT, outcome.resultNow());
        }
    }

    @HiveTest(shards = 3, seeds = 200)
    void nothingIsLost(TestRuntime runtime) {
        var counter = new Counter();
        Ref<Command> ref = Ref.spawn(runtime.hive(), Command.class, counter);
        for (int i = 1; i <= 3; i++) {
            int amount = i;
            ActorId _ = runtime.hive().spawn(self -> add(ref, amount));
        }

        runtime.runUntilBlocked();

        assertEquals(6, counter.total);
    }

    @Test
    void aReportHasTheTotal() {
        try (var runtime = new TestRuntime()) {
            Probe<Command> counter = runtime.probe(Command.class);
            CompletableFuture<String> report = runtime.start(self -> report(counter.ref()));

            Total request = counter.expect(Total.class);
            counter.answer(request, 7);

            assertEquals("total: 7", report.resultNow());
            counter.expectNothing();
        }
    }

    @Test
    void anActorEnds() {
        try (Hive hive = Hive.start()) {
            ActorId worker = hive.spawn(self -> self.sleep(Duration.ofMillis(1)));

            eventually("the worker has ended", () -> !hive.isAlive(worker));
        }
    }

    @ExploreSchedules(max = 500, requireAll = true)
    void everyOrderGivesTheSameTotal(TestRuntime runtime) {
        nothingIsLost(runtime);
    }
}
