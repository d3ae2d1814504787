package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Many random runs; a failing one prints its seed, and {@code -Dhive.seed=} runs it alone. */
class RandomTiesTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);

    @Test
    void everybodyHearsOfWhatHeMustAndOfNothingElse() {
        boolean isReplay = Long.getLong(TestRuntime.SEED_PROPERTY) != null;
        long first = TestRuntime.freshSeed();
        long exits = 0;
        long linkExits = 0;
        for (int i = 0; i < (isReplay ? 1 : SEEDS); i++) {
            var ties = new RandomTies(first + i);
            try {
                ties.run();
            } catch (Throwable e) {
                throw new AssertionError("seed " + (first + i), e);
            }
            exits += ties.exits;
            linkExits += ties.linkExits;
        }
        // or it would prove nothing
        assertTrue(isReplay || (exits > 5L * SEEDS && linkExits > SEEDS), exits + " exits, " + linkExits + " by links");
    }
}
