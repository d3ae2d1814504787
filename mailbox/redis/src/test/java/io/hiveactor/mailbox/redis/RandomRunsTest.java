package io.hiveactor.mailbox.redis;

import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whatever is done to a queue, in whatever order, the invariants hold. A failure names its seed. */
@Timeout(3000)
class RandomRunsTest {
    private static final int SEEDS = Integer.getInteger("hive.redis.seeds", 50);
    private static final RedisBackend HERE = OneServer.shared().backend;
    private static RedisBackend elsewhere;

    @BeforeAll
    static void connect() {
        elsewhere = RedisBackend.connect(OneServer.shared().client);
    }

    @AfterAll
    static void close() {
        elsewhere.close();
    }

    private interface Run {
        void of(long seed) throws Exception;
    }

    private static void seeds(int count, Run run) {
        for (long seed = 1; seed <= count; seed++) {
            try {
                run.of(seed);
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Seeds that are close together begin alike, so they are spread first. */
    static SplittableRandom random(long seed, int part) {
        return new SplittableRandom((seed * 100 + part) * 0x9E3779B97F4A7C15L);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // both wait for leases to end most of the time
    void eachCallDoesWhatTheModelAllows() {
        seeds(SEEDS, seed -> new RandomRun(seed, HERE, elsewhere).run(80));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void eachMessageIsWithOneOfTheCrowdAndAcknowledgedOnce() {
        seeds(SEEDS, seed -> new CrowdRun(seed, HERE, elsewhere).run());
    }
}
