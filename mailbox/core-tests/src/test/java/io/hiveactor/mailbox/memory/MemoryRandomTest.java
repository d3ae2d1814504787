package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.doubles.SteppedClock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random calls on a mailbox in memory: it agrees with a model on every result and on the state after it.
 *
 * <p>The model is the queue itself, so that agreeing with it is to lose nothing, to deliver nothing twice at a time, to keep
 * the order, and to know a live receipt from all others. It also says who may go on waiting: nobody while a message is
 * visible, nor after his deadline, nor once the mailbox is closed.
 *
 * <p>A seed is one run, always the same, where a step wakes one after the other. Where it wakes everybody the calls are the
 * same, but which of several receivers is first is up to the threads.
 */
@Timeout(5_000)
class MemoryRandomTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);

    private final long base = Long.getLong("hive.seed", System.nanoTime());
    private final Set<String> seen = new TreeSet<>();

    @Test
    void itAgreesWithTheModelWhenAStepWakesEverybody() {
        for (int i = 0; i < SEEDS; i++) {
            var clock = new SteppedClock(i % 3 - 1);
            run(base + i, new RandomRun(base + i, clock, clock::step, _ -> {}, seen));
        }
    }

    @Test
    void itAgreesWithTheModelWhenAStepWakesOnlyWhoseTimeHasCome() {
        for (int i = 0; i < SEEDS; i++) {
            var clock = new AlarmClock();
            run(base + i, new RandomRun(base + i, clock, clock::step, nanos -> {
                clock.settle();
                assertTrue(clock.earliestNanos() <= nanos, "nobody wakes when the next lease ends");
            }, seen));
        }
    }

    private static void run(long seed, RandomRun run) {
        try {
            run.steps();
        } catch (AssertionError | RuntimeException | InterruptedException e) {
            throw new AssertionError("-Dhive.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    @AfterEach
    void everythingHasHappened() {
        assertTrue(seen.containsAll(List.of("full", "took 0", "took 1", "took 2",
                "WITH_MESSAGES", "EMPTY", "INTERRUPTED", "purge", "close", "replied", "FINALIZED",
                "NO_ADDRESS", "FULL", "acknowledge DONE", "acknowledge LEASE_ENDED", "nack DONE", "nack LEASE_ENDED",
                "extend DONE", "extend LEASE_ENDED")), seen::toString);
    }
}
