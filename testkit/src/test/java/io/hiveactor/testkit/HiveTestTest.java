package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HiveTestTest {
    private static final List<Long> SEEDS = new ArrayList<>();
    private static final Set<Integer> SHARDS = new HashSet<>();
    private static final List<String> CALLS = new ArrayList<>();

    /** Run by the tests below only. */
    @Tag("inner")
    static class Cases {
        private final List<Integer> order = new ArrayList<>();

        @HiveTest(shards = 3, seeds = 200)
        void passing(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            SHARDS.add(runtime.hive().config().shards());
        }

        @HiveTest(seeds = 50)
        void onShardsThatTheSeedChooses(TestRuntime runtime) {
            SHARDS.add(runtime.hive().config().shards());
        }

        @HiveTest(shards = 2, seeds = 200)
        void failingInOneOrder(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            for (int i = 0; i < 2; i++) {
                int number = i;
                ActorId sender = runtime.hive().spawn(self -> order.add(number));
                assertTrue(runtime.hive().isAlive(sender));
            }
            runtime.runUntilBlocked();
            assertEquals(List.of(0, 1), order);
        }

        @HiveTest(seeds = 7)
        @Seed(42)
        void withASeed(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
        }

        @HiveTest
        void withoutARuntime() {
            throw new AssertionError("not reached");
        }

        @HiveTest(seeds = 1)
        void staleByDefault(TestRuntime runtime) {
            CALLS.add(readTooLate(runtime));
        }

        @HiveTest(seeds = 1, debug = false)
        void staleAndUndetected(TestRuntime runtime) {
            CALLS.add(readTooLate(runtime));
        }
    }

    @Tag("inner")
    static class Outer {
        private final List<String> calls = new ArrayList<>();

        @BeforeEach
        void before() {
            calls.add("outer before");
        }

        @AfterEach
        void after() {
            calls.add("outer after");
            CALLS.add(String.join(", ", calls));
        }

        @Nested
        class Inner {
            @BeforeEach
            void before(TestRuntime runtime) {
                calls.add(runtime.exits().isEmpty() ? "inner before" : "an old runtime");
            }

            @HiveTest(seeds = 2)
            void test(TestRuntime runtime) {
                ActorId short_ = runtime.hive().spawn(self -> {});
                runtime.runUntilBlocked();
                assertFalse(runtime.hive().isAlive(short_));
                calls.add("test");
            }

            @AfterEach
            void after() {
                calls.add("inner after");
            }
        }
    }

    /** Reads a message when its handler has returned. */
    private static String readTooLate(TestRuntime runtime) {
        List<Message> kept = new ArrayList<>();
        ActorId keeper = runtime.hive().spawn((self, message) -> kept.add(message));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(keeper, "text"));
        runtime.runUntilBlocked();
        try {
            return "read tag " + kept.getFirst().tag();
        } catch (IllegalStateException stale) {
            return "detected";
        }
    }

    private static InnerTests run(String method) {
        SEEDS.clear();
        SHARDS.clear();
        CALLS.clear();
        return InnerTests.run(Cases.class, method);
    }

    @Test
    void aPassingTestRunsOncePerFreshSeedAndIsOneEntryOfTheReport() {
        InnerTests inner = run("passing");
        List<Long> first = List.copyOf(SEEDS);

        assertEquals(List.of(), inner.failures);
        assertEquals(List.of("200 seeds"), inner.tests);
        assertEquals(200, Set.copyOf(first).size());
        assertEquals(Set.of(3), SHARDS);

        assertEquals(List.of(), run("passing").failures);
        assertNotSame(first.getFirst(), SEEDS.getFirst());
        assertTrue(SEEDS.stream().noneMatch(first::contains));
    }

    @Test
    void theSeedChoosesTheNumberOfShardsUnlessTheTestDoes() {
        assertEquals(List.of(), run("onShardsThatTheSeedChooses").failures);
        assertEquals(Set.of(1, 2, 3), SHARDS);
    }

    @Test
    void itStopsAtTheFirstFailureWhichNamesItsSeedAndTheCommandThatReplaysOnlyThat() {
        String failure = run("failingInOneOrder").failure();
        long seed = SEEDS.getLast();
        int runs = SEEDS.size();

        assertTrue(runs < 200, "a race with an even chance was found in run " + runs);
        assertTrue(failure.startsWith("expected: <[0, 1]> but was: <[1, 0]>"), failure);
        assertTrue(failure.contains("Seed " + seed + ", run " + runs + " of 200. Replay it with: "
                + "mvn test '-Dtest=HiveTestTest$Cases#failingInOneOrder' -Dhive.seed=" + seed), failure);

        SEEDS.clear();
        InnerTests replay =
                InnerTests.run(Cases.class, "failingInOneOrder", TestRuntime.SEED_PROPERTY, seed);
        assertEquals(List.of(seed), SEEDS);
        assertTrue(replay.failure().startsWith("expected: <[0, 1]> but was: <[1, 0]>"), replay.failure());
    }

    @Test
    void anAnnotatedSeedIsTheOnlyOne() {
        assertEquals(List.of(), run("withASeed").failures);
        assertEquals(List.of(42L), SEEDS);
    }

    @Test
    void aTestWithoutARuntimeIsRefused() {
        String failure = InnerTests.run(Cases.class).failures.stream()
                .map(String::valueOf)
                .filter(text -> text.contains("withoutARuntime"))
                .findFirst()
                .orElseThrow();
        assertTrue(failure.contains("needs a parameter of type TestRuntime"), failure);
    }

    @Test
    void staleMessagesAreDetectedUnlessThatIsTurnedOff() {
        assertEquals(List.of(), run("staleByDefault").failures);
        assertEquals(List.of("detected"), CALLS);

        assertEquals(List.of(), run("staleAndUndetected").failures);
        assertEquals(List.of("read tag 0"), CALLS);
    }

    @Test
    void everyRunHasItsOwnInstancesAndTheMethodsAroundIt() {
        CALLS.clear();
        assertEquals(List.of(), InnerTests.run(Outer.Inner.class).failures);

        String oneRun = "outer before, inner before, test, inner after, outer after";
        assertEquals(List.of(oneRun, oneRun), CALLS.subList(0, 2));
        assertEquals("outer before, inner before, inner after, outer after", CALLS.get(2)); // JUnit's own instance
        assertEquals(3, CALLS.size());
    }
}
