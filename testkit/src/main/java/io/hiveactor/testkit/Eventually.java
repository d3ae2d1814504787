package io.hiveactor.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits in real time for what other threads bring about. For tests of a hive with real threads; under simulated time use
 * {@link TestRuntime#runUntilBlocked()}, which needs no wait.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Eventually {
    /** Generous, because a machine may be loaded: a test that passes does not wait for it. */
    public static final Duration LIMIT = Duration.ofSeconds(40);

    private static final long PAUSE_NANOS = 50_000;

    private Eventually() {}

    /**
     * Waits until a condition holds, for {@link #LIMIT} at most.
     *
     * @param what the condition in words, for the failure
     * @throws AssertionError if it does not hold by then
     */
    public static void eventually(String what, BooleanSupplier condition) {
        eventually(what, LIMIT, condition);
    }

    /** Like {@link #eventually(String, BooleanSupplier)}, with a limit. */
    public static void eventually(String what, Duration limit, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
