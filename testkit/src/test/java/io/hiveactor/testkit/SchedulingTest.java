package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulingTest {
    private final List<String> order = new ArrayList<>();

    private static void send(ActorContext self, ActorId to, Object message) {
        assertEquals(NotifyStatus.SENT, self.notify(to, message));
    }

    private ActorId logger(TestRuntime runtime, String name, Priority priority) {
        return runtime.hive().spawn((self, message) -> order.add(name),
                ActorConfig.named(name).withPriority(priority));
    }

    @Test
    void theHighestPriorityRunsFirst() {
        try (var runtime = new TestRuntime()) {
            var ids = new ArrayList<ActorId>();
            for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH, Priority.CRITICAL)) {
                ids.add(logger(runtime, priority.name(), priority));
            }
            var unused = runtime.start(self -> {
                ids.forEach(id -> send(self, id, "go"));
                return true;
            });

            assertEquals(List.of("CRITICAL", "HIGH", "NORMAL", "LOW"), order);
        }
    }

    @Test
    void withinAPriorityEachActorRunsBeforeAnyRunsAgain() {
        try (var runtime = new TestRuntime()) {
            for (String name : List.of("a", "b", "c")) {
                var unused = runtime.hive().spawn(self -> {
                    for (int i = 0; i < 3; i++) {
                        order.add(name);
                        self.yield();
                    }
                });
            }
            runtime.runUntilBlocked();

            for (int round = 0; round < 3; round++) {
                assertEquals(Set.of("a", "b", "c"), Set.copyOf(order.subList(3 * round, 3 * round + 3)),
                        order + ", seed " + runtime.seed());
            }
            assertEquals(9, order.size());
        }
    }

    /** Its second run makes two others ready, and one of them makes it ready for a third. */
    @Test
    void anActorThatRunsTwiceInARowLetsAllRunThatWereReadyMeanwhile() {
        var config = TestRuntime.config().messagesPerTurn(1).build();
        for (long seed = 0; seed < 200; seed++) {
            order.clear();
            try (var runtime = new TestRuntime(config, seed)) {
                var ids = new ArrayList<ActorId>();
                ids.add(runtime.hive().spawn((self, message) -> {
                    order.add("a");
                    if ("two".equals(message.object())) {
                        send(self, ids.get(1), "go");
                        send(self, ids.get(2), "go");
                    }
                }));
                for (String name : List.of("b", "c")) {
                    ids.add(runtime.hive().spawn((self, message) -> {
                        order.add(name);
                        send(self, ids.get(0), "three");
                    }));
                }
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.get(0), "one"));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.get(0), "two"));
                runtime.runUntilBlocked();

                assertEquals(Set.of("b", "c"), Set.copyOf(order.subList(2, 4)), order + ", seed " + seed);
            }
        }
    }

    @Test
    void aFloodedHandlerLetsItsNeighboursRun() {
        var config = TestRuntime.config().messagesPerTurn(4).build();
        try (var runtime = new TestRuntime(config, 1)) {
            ActorId flooded = logger(runtime, "flood", Priority.NORMAL);
            ActorId neighbour = logger(runtime, "neighbour", Priority.NORMAL);
            var unused = runtime.start(self -> {
                for (int i = 0; i < 10; i++) {
                    send(self, flooded, i);
                }
                send(self, neighbour, "x");
                return true;
            });

            assertTrue(order.indexOf("neighbour") <= 4, order.toString());
            assertEquals(11, order.size());
        }
    }

    @Test
    void aFloodedStraightLineActorLetsItsNeighboursRun() {
        var config = TestRuntime.config().messagesPerTurn(4).build();
        try (var runtime = new TestRuntime(config, 1)) {
            ActorId flooded = runtime.hive().spawn(self -> {
                while (true) {
                    self.receive();
                    order.add("flood");
                }
            });
            ActorId neighbour = logger(runtime, "neighbour", Priority.NORMAL);
            runtime.runUntilBlocked();
            var unused = runtime.start(self -> {
                for (int i = 0; i < 10; i++) {
                    send(self, flooded, i);
                }
                send(self, neighbour, "x");
                return true;
            });

            assertTrue(order.indexOf("neighbour") <= 5, order.toString());
            assertEquals(11, order.size());
        }
    }

    @Test
    void aMoreUrgentActorRunsAfterTheMessageInHand() {
        try (var runtime = new TestRuntime()) {
            ActorId urgent = logger(runtime, "urgent", Priority.CRITICAL);
            ActorId worker = runtime.hive().spawn((self, message) -> {
                order.add("work");
                if (message.tag() == 1) {
                    send(self, urgent, "now");
                }
            });
            for (int tag = 0; tag < 4; tag++) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notifyTag(worker, tag));
            }
            runtime.runUntilBlocked();

            assertEquals(List.of("work", "work", "urgent", "work", "work"), order);
        }
    }

    /** A HIGH actor that never stops being ready, and a LOW one. */
    private int highRunsBeforeLow(int fairness) {
        order.clear();
        var config = TestRuntime.config().fairness(fairness).messagesPerTurn(1).build();
        try (var runtime = new TestRuntime(config, 1)) {
            ActorId low = logger(runtime, "low", Priority.LOW);
            var unused = runtime.start(self -> {
                send(self, low, "x");
                for (int i = 0; i < 100; i++) {
                    order.add("high");
                    self.yield();
                }
                return true;
            }, ActorConfig.DEFAULT.withPriority(Priority.HIGH));
            return order.indexOf("low");
        }
    }

    @Test
    void prioritiesAreStrictUnlessFairnessBoundsTheStarving() {
        assertEquals(100, highRunsBeforeLow(0));
        assertTrue(highRunsBeforeLow(10) <= 12, order.toString());
    }

    /** Lower priorities that are due in turn must not starve the higher ones. */
    @Test
    void withFairnessEveryPriorityRunsThoughAllAreAlwaysReady() {
        for (int fairness = 1; fairness <= 3; fairness++) {
            order.clear();
            try (var runtime = new TestRuntime(TestRuntime.config().fairness(fairness).messagesPerTurn(1).build(), 1)) {
                var unused = runtime.start(self -> {
                    for (Priority priority : Priority.values()) {
                        var busy = runtime.hive().spawn((ActorBody) one -> {
                            for (int i = 0; i < 100; i++) {
                                order.add(priority.name());
                                one.yield();
                            }
                        }, ActorConfig.DEFAULT.withPriority(priority).onShard(0));
                        assertTrue(busy.number() > 0);
                    }
                    return true;
                });
                List<String> first = order.subList(0, 100);
                for (Priority priority : Priority.values()) {
                    assertTrue(first.indexOf(priority.name()) >= 0, "fairness " + fairness + ": " + first);
                    assertTrue(first.lastIndexOf(priority.name()) > 80, "fairness " + fairness + ": " + first);
                }
            }
        }
    }

    @Test
    void aStraightLineActorThatNeverRestsDoesNotKeepTheInboxWaiting() {
        var config = TestRuntime.config().dispatchesPerTurn(8).messagesPerTurn(1000).build();
        try (var runtime = new TestRuntime(config, 1)) {
            var rounds = new int[1];
            var busy = runtime.start(self -> {
                send(self, self.self(), 1);
                while (!(self.receive().object() instanceof String)) {
                    rounds[0]++;
                    if (rounds[0] == 5) {
                        assertEquals(NotifyStatus.SENT, runtime.hive().notify(self.self(), "stop"));
                    }
                    if (rounds[0] > 10_000) {
                        return "never seen";
                    }
                    send(self, self.self(), 1);
                }
                return "seen";
            });

            assertEquals("seen", busy.resultNow());
            assertTrue(rounds[0] < 40, "rounds until the outside message was seen: " + rounds[0]);
        }
    }

    @Test
    void timersAndTheInboxAreLookedAtWhileTheQueueNeverEmpties() {
        var config = TestRuntime.config().dispatchesPerTurn(8).build();
        try (var runtime = new TestRuntime(config, 1)) {
            var rounds = new int[1];
            ActorId busy = runtime.hive().spawn((self, message) -> {
                if (message.object() instanceof String) {
                    self.exit(io.hiveactor.runtime.ExitReason.of(1));
                }
                rounds[0]++;
                if (rounds[0] == 5) { // an outside thread's message comes while this actor never rests
                    assertEquals(NotifyStatus.SENT, runtime.hive().notify(self.self(), "stop"));
                }
                send(self, self.self(), 1);
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(busy, 1));
            runtime.runUntilBlocked();

            assertTrue(rounds[0] < 40, "rounds until the outside message was seen: " + rounds[0]);
        }
    }
}
