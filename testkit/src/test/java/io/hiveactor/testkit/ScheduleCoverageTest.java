package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Consecutive seeds reach nearly every schedule of a system whose schedules can be counted. */
class ScheduleCoverageTest {
    private static final double WANTED = 0.95;

    /** Runs a system under each of the first seeds and returns the traces it left. */
    private static Set<List<String>> traces(int shards, int seeds, BiConsumer<TestRuntime, List<String>> system) {
        var traces = new HashSet<List<String>>();
        for (long seed = 0; seed < seeds; seed++) {
            var trace = new ArrayList<String>();
            try (var runtime = new TestRuntime(TestRuntime.config().shards(shards).build(), seed)) {
                system.accept(runtime, trace);
                runtime.runUntilBlocked();
            }
            traces.add(trace);
        }
        return traces;
    }

    private static void assertCovered(int possible, Set<List<String>> traces) {
        assertTrue(traces.size() <= possible, traces.size() + " of " + possible + " schedules: some are not allowed");
        assertTrue(traces.size() >= WANTED * possible, traces.size() + " of " + possible + " schedules were reached");
    }

    private static ActorId logger(TestRuntime runtime, List<String> trace, String name, int shard) {
        return runtime.hive().spawn((self, message) -> trace.add(name + message.object()),
                ActorConfig.named(name).onShard(shard));
    }

    private static void send(TestRuntime runtime, ActorId to, Object message) {
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(to, message));
    }

    @Nested
    class OnOneShard {
        @Test
        void readyActorsRunInEveryOrder() {
            assertCovered(24, traces(1, 300, (runtime, trace) -> {
                for (String name : List.of("a", "b", "c", "d")) {
                    send(runtime, logger(runtime, trace, name, 0), "");
                }
            }));
        }

        /** The order of the first round is open; from then on it is round-robin. */
        @Test
        void actorsThatYieldKeepTheOrderOfTheirFirstRound() {
            assertCovered(6, traces(1, 100, (runtime, trace) -> {
                for (String name : List.of("a", "b", "c")) {
                    runtime.hive().spawn((ActorBody) self -> {
                        trace.add(name);
                        self.yield();
                        trace.add(name);
                    });
                }
            }));
        }

        @Test
        void actorsWhoseSleepsEndTogetherWakeInEveryOrder() {
            assertCovered(6, traces(1, 100, (runtime, trace) -> {
                for (String name : List.of("a", "b", "c")) {
                    runtime.hive().spawn((ActorBody) self -> {
                        self.sleep(ofMillis(10));
                        trace.add(name);
                    });
                }
                runtime.advance(ofMillis(10));
            }));
        }

        /** Each of two actors handles two messages; the messages of one keep their order. */
        @Test
        void messagesOfSeveralActorsInterleaveWithinTheRounds() {
            Set<List<String>> traces = traces(1, 300, (runtime, trace) -> {
                ActorId a = logger(runtime, trace, "a", 0);
                ActorId b = logger(runtime, trace, "b", 0);
                for (int i = 1; i <= 2; i++) {
                    send(runtime, a, i);
                    send(runtime, b, i);
                }
            });
            assertCovered(6, traces); // 4! / (2! * 2!)
        }
    }

    @Nested
    class OnSeveralShards {
        @Test
        void theFirstStepIsNotTheSameForConsecutiveSeeds() {
            Set<List<String>> traces = traces(2, 20, (runtime, trace) -> {
                for (int shard = 0; shard < 2; shard++) {
                    send(runtime, logger(runtime, trace, "s" + shard, shard), "");
                }
            });
            assertEquals(2, traces.size());
        }

        /** Four messages for an actor on one shard, four for one on the other. */
        @Test
        void handlersOnTwoShardsInterleaveInEveryWay() {
            assertCovered(70, traces(2, 3000, (runtime, trace) -> { // 8! / (4! * 4!)
                ActorId a = logger(runtime, trace, "a", 0);
                ActorId b = logger(runtime, trace, "b", 1);
                for (int i = 1; i <= 4; i++) {
                    send(runtime, a, i);
                    send(runtime, b, i);
                }
            }));
        }

        @Test
        void bodiesOnThreeShardsInterleaveInEveryWay() {
            assertCovered(90, traces(3, 3000, (runtime, trace) -> { // 6! / (2! * 2! * 2!)
                for (int shard = 0; shard < 3; shard++) {
                    String name = "s" + shard;
                    runtime.hive().spawn((ActorBody) self -> {
                        trace.add(name);
                        self.yield();
                        trace.add(name);
                    }, ActorConfig.named(name).onShard(shard));
                }
            }));
        }
    }

    @Nested
    class OfASupervisor {
        private List<String> restartTimes(long seed) {
            var times = new ArrayList<String>();
            try (var runtime = new TestRuntime(TestRuntime.config().build(), seed)) {
                ChildSpec crashing = ChildSpec.body("crashing", (self, siblings) -> {
                    times.add(String.valueOf(self.nowNanos()));
                    throw new IllegalStateException("on purpose");
                });
                Supervisor.start(runtime.hive(), SupervisorSpec.of(Strategy.ONE_FOR_ONE, crashing).withIntensity(4, ofMillis(10_000))
                        .withBackoff(Backoff.exponential(ofMillis(100), ofMillis(1_000))));
                runtime.advance(ofMillis(10_000));
            }
            return times;
        }

        @Test
        void theBackoffIsDrawnFromTheSeed() {
            assertTrue(restartTimes(1).size() > 2, "it restarted: " + restartTimes(1));
            assertEquals(restartTimes(1), restartTimes(1));
            var differing = new HashSet<List<String>>();
            for (long seed = 0; seed < 20; seed++) {
                differing.add(restartTimes(seed));
            }
            assertEquals(20, differing.size());
        }
    }
}
