package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.ipc.TypedContext;
import io.hiveactor.ipc.TypedHandler;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExploreSchedulesTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static int runs;

    sealed interface Operation {}

    record Read() implements Operation, Request<Operation, Integer> {}

    record Write(int value) implements Operation {}

    record Add(int amount) implements Operation {}

    private static final class Counter implements TypedHandler<Operation> {
        private int value;

        @Override
        public void onMessage(TypedContext<Operation> self, Operation operation) {
            switch (operation) {
                case Read read -> assertEquals(ReplyStatus.SENT, self.reply(read, value));
                case Write write -> value = write.value;
                case Add add -> value += add.amount;
            }
        }
    }

    /** Run by the tests below only. */
    @Tag("inner")
    static class Cases {
        private final Counter counter = new Counter();
        private final List<Integer> order = new ArrayList<>();

        @ExploreSchedules
        void lostUpdate(TestRuntime runtime) {
            Ref<Operation> ref = spawnCounter(runtime);
            for (String name : List.of("alice", "bob")) {
                spawn(runtime, name, () -> sent(ref.notify(new Write(read(ref) + 1))));
            }
            runtime.runUntilBlocked();
            assertEquals(2, counter.value);
        }

        @ExploreSchedules
        void noLostUpdate(TestRuntime runtime) {
            Ref<Operation> ref = spawnCounter(runtime);
            for (String name : List.of("alice", "bob")) {
                spawn(runtime, name, () -> sent(ref.notify(new Add(1))));
            }
            runtime.runUntilBlocked();
            assertEquals(2, counter.value);
        }

        @ExploreSchedules
        void failingInTheOrderThatComesLast(TestRuntime runtime) {
            sendToOne(runtime, 3);
            assertTrue(!order.equals(List.of(2, 1, 0)), () -> "order " + order);
        }

        @ExploreSchedules
        void deadlockInOneOfTwentyFour(TestRuntime runtime) {
            Ref<Operation>[] both = newRefs();
            both[0] = Ref.spawn(runtime.hive(), Operation.class, (self, message) -> {
                if (message instanceof Add add) {
                    order.add(add.amount);
                } else if (message instanceof Read read) {
                    assertEquals(ReplyStatus.SENT, self.reply(read, 0));
                }
                if (order.equals(List.of(3, 1, 0, 2))) {
                    order.clear();
                    read(both[1]);
                }
            }, ActorConfig.named("gate"));
            both[1] = Ref.spawn(runtime.hive(), Operation.class, (self, message) -> {
                int value = read(both[0]); // while the gate waits for this one
                if (message instanceof Read read) {
                    assertEquals(ReplyStatus.SENT, self.reply(read, value));
                }
            }, ActorConfig.named("helper"));
            for (int i = 0; i < 4; i++) {
                int number = i;
                spawn(runtime, "sender" + i, () -> sent(both[0].notify(new Add(number))));
            }
            runtime.runUntilBlocked();
        }

        @ExploreSchedules
        void crashInOneOrder(TestRuntime runtime) {
            spawn(runtime, "first", () -> order.add(1));
            spawn(runtime, "second", () -> order.add(order.getFirst()));
            runtime.runUntilBlocked();
        }

        @ExploreSchedules(reduce = false)
        void sharedObject(TestRuntime runtime) {
            spawn(runtime, "first", () -> order.add(1));
            spawn(runtime, "second", () -> order.add(2));
            runtime.runUntilBlocked();
            assertEquals(List.of(1, 2), order);
        }

        @ExploreSchedules(allowCrashes = true)
        void allowedCrash(TestRuntime runtime) {
            crashInOneOrder(runtime);
        }

        @ExploreSchedules(max = 100)
        void tooMany(TestRuntime runtime) {
            runs++;
            sendToOne(runtime, 6);
        }

        @ExploreSchedules(max = 100, requireAll = true)
        void tooManyForATestThatNeedsAll(TestRuntime runtime) {
            sendToOne(runtime, 6);
        }

        @ExploreSchedules
        void endless(TestRuntime runtime) {
            ActorId pong = runtime.hive().spawn((self, message) -> sent(self.notify(message.sender(), "pong")));
            spawn(runtime, "ping", () -> {});
            ActorId ping = runtime.hive().spawn((self, message) -> sent(self.notify(pong, "ping")));
            sent(runtime.hive().notify(ping, "go"));
            runtime.runUntilBlocked();
        }

        @ExploreSchedules
        void differentEachTime(TestRuntime runtime) {
            sendToOne(runtime, runs++ == 0 ? 3 : 1);
        }

        private void sendToOne(TestRuntime runtime, int senders) {
            ActorId receiver = runtime.hive().spawn(
                    (self, message) -> order.add(message.as(Integer.class)), ActorConfig.named("receiver"));
            for (int i = 0; i < senders; i++) {
                int number = i;
                ActorId sender = runtime.hive().spawn(
                        (self, message) -> sent(self.notify(receiver, number)), ActorConfig.named("sender" + i));
                sent(runtime.hive().notify(sender, "go"));
            }
            runtime.runUntilBlocked();
        }

        private Ref<Operation> spawnCounter(TestRuntime runtime) {
            return Ref.spawn(runtime.hive(), Operation.class, counter, ActorConfig.named("counter"));
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static Ref<Operation>[] newRefs() {
            return new Ref[2];
        }

        private static void spawn(TestRuntime runtime, String name, Runnable body) {
            ActorId id = runtime.hive().spawn(self -> body.run(), ActorConfig.named(name));
            assertTrue(runtime.hive().isAlive(id));
        }

        @CanIgnoreReturnValue
        private static int read(Ref<Operation> ref) {
            return switch (ref.request(new Read(), FOREVER)) {
                case Reply<Integer> answer -> answer.value();
                case NoReply<Integer> none -> throw new AssertionError(none.reason());
            };
        }

        private static void sent(NotifyStatus status) {
            assertEquals(NotifyStatus.SENT, status);
        }
    }

    private static InnerTests run(String method) {
        runs = 0;
        return InnerTests.run(Cases.class, method);
    }

    @Nested
    class GivenALostUpdate {
        @Test
        void itIsFoundAndItsTraceIsReadable() {
            String failure = run("lostUpdate").failure();

            assertEquals("""
                    expected: <2> but was: <1>

                    Schedule 0 (explored 1 schedule: the last of them failed):
                    1. alice#2 on shard 0 sent request Read[] to counter#1
                    2. bob#3 on shard 0 sent request Read[] to counter#1
                    3. counter#1 on shard 0 received request Read[] from alice#2, sent reply 0 to alice#2
                    4. alice#2 on shard 0 received reply 0 from counter#1, sent Write[value=1] to counter#1, ended: NORMAL
                    5. counter#1 on shard 0 received request Read[] from bob#3, sent reply 0 to bob#3
                    6. bob#3 on shard 0 received reply 0 from counter#1, sent Write[value=1] to counter#1, ended: NORMAL
                    7. counter#1 on shard 0 received Write[value=1] from alice#2
                    8. counter#1 on shard 0 received Write[value=1] from bob#3

                    Replay it with: mvn test '-Dtest=ExploreSchedulesTest$Cases#lostUpdate' -Dhive.schedule=0
                    """, failure);
        }

        @Test
        void theCorrectVersionPassesWithAllSchedules() {
            InnerTests inner = run("noLostUpdate");

            assertEquals(List.of(), inner.failures);
            assertEquals(List.of("every schedule"), inner.tests);
            assertEquals("explored 2 schedules and 2 equivalent to them: these are all", inner.entries.get("schedules"));
        }
    }

    @Nested
    class GivenAFailureInFewSchedules {
        @Test
        void itIsFoundAndReplayedByItsChoices() {
            String failure = run("failingInTheOrderThatComesLast").failure();
            String schedule = failure.lines()
                    .filter(line -> line.startsWith("Schedule "))
                    .map(line -> line.split(" ", 3)[1])
                    .findFirst()
                    .orElseThrow();

            assertTrue(failure.startsWith("order [2, 1, 0]"), failure);
            assertTrue(failure.contains(" -Dhive.schedule=" + schedule + "\n"), failure);
            String replayed = InnerTests.run(Cases.class, "failingInTheOrderThatComesLast",
                    ScheduleExplorer.SCHEDULE_PROPERTY, schedule).failure();
            assertEquals(turnsOf(failure), turnsOf(replayed));
            assertEquals(List.of(), InnerTests.run(Cases.class, "failingInTheOrderThatComesLast",
                    ScheduleExplorer.SCHEDULE_PROPERTY, "0").failures);
        }

        private List<String> turnsOf(String failure) {
            return failure.lines().filter(line -> line.contains(" on shard ")).toList();
        }

        @Test
        void aDeadlockThatOneOfTwentyFourSchedulesHasIsFound() {
            String failure = run("deadlockInOneOfTwentyFour").failure();

            assertTrue(failure.startsWith("DEADLOCK in hive test"), failure);
            assertTrue(failure.contains("gate#1 -> helper#2 -> gate#1"), failure);
        }

        @Test
        void aCrashIsFoundUnlessItIsAllowed() {
            String failure = run("crashInOneOrder").failure();
            assertTrue(failure.startsWith("second#2 crashed: java.util.NoSuchElementException"), failure);

            assertEquals(List.of(), run("allowedCrash").failures);
        }

        @Test
        void aRaceForASharedObjectIsFoundWithoutTheReduction() {
            assertTrue(run("sharedObject").failure().startsWith("expected: <[1, 2]> but was: <[2, 1]>"));
        }
    }

    @Nested
    class GivenMoreSchedulesThanTheLimit {
        @Test
        void theLimitIsKeptAndReported() {
            InnerTests inner = run("tooMany");

            assertEquals(100, runs);
            assertEquals(List.of(), inner.failures);
            assertTrue(inner.entries.get("schedules").endsWith(": there are more"), inner.entries::toString);
        }

        @Test
        void aTestThatNeedsAllFails() {
            String failure = run("tooManyForATestThatNeedsAll").failure();

            assertTrue(failure.endsWith(": there are more, more than max = 100"), failure);
        }
    }

    @Nested
    class GivenATestThatCannotBeExplored {
        @Test
        void aScheduleThatDoesNotEndFails() {
            String failure = run("endless").failure();

            assertTrue(failure.startsWith("the schedule has not ended after 10000 turns"), failure);
        }

        @Test
        void aTestThatDoesNotDoTheSameEachTimeFails() {
            String failure = run("differentEachTime").failure();

            assertTrue(failure.contains("does the test do the same in each run?"), failure);
        }

        @Test
        void aWrongScheduleIsRefused() {
            for (String wrong : List.of("1,x", "", "9")) {
                String failure = InnerTests.run(Cases.class, "lostUpdate", ScheduleExplorer.SCHEDULE_PROPERTY, wrong)
                        .failure();
                assertTrue(failure.contains("schedule is a list of numbers") || failure.contains("choice 9 "), failure);
            }
        }
    }
}
