package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class HiveExtensionTest {
    private static final List<Long> SEEDS = new ArrayList<>();
    private static final List<Integer> SHARDS = new ArrayList<>();

    /** Run by the tests below only. */
    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class Cases {
        @Test
        @Seed(42)
        void failing(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            throw new AssertionError("on purpose");
        }
    }

    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class FailingBefore {
        @BeforeEach
        void prepare(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            throw new AssertionError("on purpose");
        }

        @Test
        void notReached(TestRuntime runtime) {
            SEEDS.add(-1L);
        }
    }

    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class FailingAfter {
        @Test
        void passing(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
        }

        @AfterEach
        void look() {
            throw new AssertionError("on purpose");
        }
    }

    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class FailingToClose {
        @Test
        void passing(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            runtime.simulation().afterEachStep(() -> {
                throw new AssertionError("on purpose");
            });
        }
    }

    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class CountingShards {
        @Test
        @Shards(5)
        void asTheTestSays(TestRuntime runtime) {
            SHARDS.add(runtime.hive().config().shards());
        }

        @Test
        void asTheSeedChooses(TestRuntime runtime) {
            SHARDS.add(runtime.hive().config().shards());
        }
    }

    @Test
    void theTestOrTheSeedChoosesTheNumberOfShards() {
        SHARDS.clear();
        for (int i = 0; i < 40; i++) {
            assertEquals(List.of(), failuresOf(CountingShards.class));
        }
        assertEquals(40, SHARDS.stream().filter(count -> count == 5).count());
        assertEquals(Set.of(1, 2, 3, 5), Set.copyOf(SHARDS));
    }

    @Test
    void aFailureNamesItsSeedAndASeedIsReplayed() {
        assertNamesItsSeed(Cases.class);
        assertEquals(List.of(42L), SEEDS);
    }

    @Test
    void aFailureBeforeEachNamesItsSeed() {
        assertNamesItsSeed(FailingBefore.class);
    }

    @Test
    void aFailureAfterEachNamesItsSeed() {
        assertNamesItsSeed(FailingAfter.class);
    }

    @Test
    void aFailureOfTheCloseNamesItsSeed() {
        assertNamesItsSeed(FailingToClose.class);
    }

    @Test
    void theSeedOfThePropertyIsReplayedUnlessTheTestHasOne() {
        String before = System.getProperty(TestRuntime.SEED_PROPERTY);
        System.setProperty(TestRuntime.SEED_PROPERTY, "77");
        try {
            assertNamesItsSeed(FailingAfter.class);
            assertEquals(List.of(77L), SEEDS);
            assertNamesItsSeed(Cases.class);
            assertEquals(List.of(42L), SEEDS);
        } finally {
            if (before == null) {
                System.clearProperty(TestRuntime.SEED_PROPERTY);
            } else {
                System.setProperty(TestRuntime.SEED_PROPERTY, before);
            }
        }
    }

    /** The one failure of the class says how to have it again. */
    private static void assertNamesItsSeed(Class<?> cases) {
        SEEDS.clear();
        List<Throwable> failures = failuresOf(cases);

        assertEquals(1, SEEDS.size());
        assertEquals(1, failures.size(), failures.toString());
        assertEquals("on purpose", failures.getFirst().getMessage());
        assertEquals(1, failures.getFirst().getSuppressed().length);
        String hint = String.valueOf(failures.getFirst().getSuppressed()[0].getMessage());
        assertTrue(hint.contains("-Dhive.seed=" + SEEDS.getFirst()), hint);
    }

    private static List<Throwable> failuresOf(Class<?> cases) {
        return InnerTests.run(cases).failures;
    }
}
