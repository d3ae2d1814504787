package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.testkit.ScheduleExplorer.Exploration;
import io.hiveactor.testkit.ScheduleExplorer.ScheduledTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many schedules small systems have, and that each is run. */
class ScheduleExplorerTest {
    private static final int MAX = 20_000;

    private static Exploration explore(ScheduledTest test) {
        return ScheduleExplorer.upTo(MAX).explore(test);
    }

    /** Senders that send their number to one receiver, which notes the order. */
    @CanIgnoreReturnValue
    private static List<Integer> send(TestRuntime runtime, int senders, boolean asBodies) {
        List<Integer> order = new ArrayList<>();
        ActorId receiver = runtime.hive().spawn(
                (self, message) -> order.add(message.as(Integer.class)), ActorConfig.named("receiver"));
        for (int i = 0; i < senders; i++) {
            int number = i;
            ActorConfig name = ActorConfig.named("sender" + i);
            if (asBodies) {
                ActorId body = runtime.hive().spawn(self -> sent(self.notify(receiver, number)), name);
                assertNotNull(body);
            } else {
                ActorId handler = runtime.hive().spawn((self, message) -> sent(self.notify(receiver, number)), name);
                sent(runtime.hive().notify(handler, "go"));
            }
        }
        runtime.runUntilBlocked();
        assertEquals(senders, order.size());
        return order;
    }

    private static void sent(NotifyStatus status) {
        assertEquals(NotifyStatus.SENT, status);
    }

    @Nested
    class GivenSendersToOneReceiver {
        @ParameterizedTest
        @CsvSource({"1, 1", "2, 2", "3, 6", "4, 24", "5, 120"})
        void thereIsOneScheduleForEachOrder(int senders, int orders) {
            Set<List<Integer>> seen = new HashSet<>();

            Exploration result = explore(runtime -> seen.add(send(runtime, senders, false)));

            assertTrue(result.isComplete());
            assertEquals(orders, result.explored(), result::toString);
            assertEquals(orders, seen.size());
        }

        @ParameterizedTest
        @CsvSource({"2, 2", "3, 6", "4, 24"})
        void soItIsForActorsThatEnd(int senders, int orders) {
            Set<List<Integer>> seen = new HashSet<>();

            Exploration result = explore(runtime -> seen.add(send(runtime, senders, true)));

            assertTrue(result.isComplete());
            assertEquals(orders, result.explored(), result::toString);
            assertEquals(orders, seen.size());
        }
    }

    @Nested
    class GivenALimit {
        @Test
        void asManyRunsAsThereAreAreEnoughAndOneFewerIsNot() {
            Exploration all = explore(runtime -> send(runtime, 4, false));
            int runs = all.explored() + all.redundant();

            assertEquals(all, ScheduleExplorer.upTo(runs).explore(runtime -> send(runtime, 4, false)));
            Exploration cut = ScheduleExplorer.upTo(runs - 1).explore(runtime -> send(runtime, 4, false));
            assertFalse(cut.isComplete());
            assertEquals(runs - 1, cut.explored() + cut.redundant());
            assertTrue(cut.toString().endsWith(": there are more"), cut::toString);
        }

        @Test
        void aLimitOfNothingIsRefused() {
            var refusal = assertThrows(IllegalArgumentException.class, () -> ScheduleExplorer.upTo(0));
            assertEquals("max must be positive: 0", refusal.getMessage());
        }
    }

    @Nested
    class GivenNoReduction {
        @ParameterizedTest
        @CsvSource({"1, 1", "2, 4", "3, 30", "4, 336"}) // orders of the senders, times a Catalan number
        void everyInterleavingOfTurnsIsRun(int senders, int interleavings) {
            var explorer = new ScheduleExplorer(TestRuntime.config().build(), MAX, false, false);

            Exploration result = explorer.explore(runtime -> send(runtime, senders, false));

            assertTrue(result.isComplete());
            assertEquals(interleavings, result.explored());
            assertEquals(0, result.redundant());
        }
    }

    @Nested
    class GivenRandomSystems {
        @Test
        void theReductionLosesNoOutcome() {
            int systems = Integer.getInteger("hive.seeds", 200);
            int compared = 0;
            long fewer = 0;
            for (int i = 0; i < systems; i++) {
                long seed = TestRuntime.freshSeed() + i;
                var scripts = new RandomScripts(seed);
                Set<List<List<String>>> all = new HashSet<>();
                Exploration complete = outcomes(scripts, false, all);
                if (complete.isComplete()) {
                    Set<List<List<String>>> found = new HashSet<>();
                    Exploration reduced = outcomes(scripts, true, found);
                    assertEquals(all, found, () -> "seed " + seed + ": " + scripts);
                    assertTrue(reduced.isComplete());
                    compared++;
                    fewer += reduced.explored() < complete.explored() ? 1 : 0;
                }
            }
            assertTrue(compared > systems / 2, "systems that were small enough: " + compared);
            assertTrue(fewer > compared / 4, "systems with fewer schedules by the reduction: " + fewer);
        }

        private Exploration outcomes(RandomScripts scripts, boolean isReduced, Set<List<List<String>>> outcomes) {
            var config = TestRuntime.config().shards(scripts.shards()).watch(WatchConfig.OFF).build();
            List<List<List<String>>> last = new ArrayList<>();
            var explorer = new ScheduleExplorer(config, 2_000, isReduced, false);
            explorer.afterRun = run -> {
                if (!run.isRedundant()) {
                    outcomes.add(last.getLast());
                }
            };
            Exploration result = explorer.explore(runtime -> last.add(scripts.run(runtime)));
            assertNull(result.failed(), () -> scripts + ": " + result.failed());
            return result;
        }
    }
}
