package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Many random trees; a failing one prints its seed, and {@code -Dhive.seed=} runs it alone. */
class RandomTreeTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);

    @Test
    void restartsAreInOrderIntensityIsExactAndNobodyIsLeft() {
        boolean isReplay = Long.getLong(TestRuntime.SEED_PROPERTY) != null;
        long first = TestRuntime.freshSeed();
        long starts = 0;
        long exceeded = 0;
        long zombies = 0;
        long kills = 0;
        long besideOldTree = 0;
        for (int i = 0; i < (isReplay ? 1 : SEEDS); i++) {
            var tree = new RandomTree(first + i);
            try {
                tree.run();
            } catch (Throwable e) {
                throw new AssertionError("seed " + (first + i), tree.failure == null ? e : tree.failure);
            }
            if (tree.failure != null) {
                throw new AssertionError("seed " + (first + i), tree.failure);
            }
            starts += tree.starts;
            exceeded += tree.exceeded;
            zombies += tree.zombies;
            kills += tree.kills;
            besideOldTree += tree.besideOldTree;
        }
        String counts = starts + " starts, " + exceeded + " with too many restarts, " + zombies + " zombies, " + kills
                + " kills, " + besideOldTree + " beside a zombie of an earlier supervisor";
        System.out.println(counts);
        // or it would prove nothing
        assertTrue(isReplay || (starts > 10L * SEEDS && exceeded > SEEDS / 4 && zombies > SEEDS / 10 && kills > SEEDS),
                counts);
    }
}
