package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many random systems; a failing one prints its seed, and {@code -Dhive.seed=} runs it alone. */
class RandomSystemTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);

    /** Both failed once: a sender was left waiting for a slot that another sender's claim had put into the shared list. */
    @ParameterizedTest
    @ValueSource(longs = {6903785331179851632L, 2614433054943665101L})
    void systemsThatOnceFailedHold(long seed) throws InterruptedException {
        var system = new RandomSystem(seed);
        system.run();
        assertTrue(system.received > 0, "it did something");
    }

    @Test
    void whatAlwaysHoldsAlwaysHolds() {
        boolean isReplay = Long.getLong(TestRuntime.SEED_PROPERTY) != null;
        long first = TestRuntime.freshSeed();
        long timeouts = 0;
        long received = 0;
        long replies = 0;
        long handedOn = 0;
        long fromOutside = 0;
        for (int i = 0; i < (isReplay ? 1 : SEEDS); i++) {
            var system = new RandomSystem(first + i);
            try {
                system.run();
            } catch (Throwable e) {
                throw new AssertionError("seed " + (first + i), e);
            }
            timeouts += system.timeouts;
            received += system.received;
            replies += system.replies;
            handedOn += system.handedOn;
            fromOutside += system.fromOutside;
        }
        // or it would prove nothing
        assertTrue(isReplay || (timeouts > SEEDS / 2 && received > 5L * SEEDS && replies > SEEDS / 2),
                timeouts + " timeouts, " + received + " received, " + replies + " replies");
        assertTrue(isReplay || (handedOn > SEEDS / 4 && fromOutside > SEEDS / 2),
                handedOn + " handed on, " + fromOutside + " from outside");
    }
}
