package io.hiveactor.service.capability;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Notices more than 5 failures in each of 5 successive seconds.
 *
 * <p><b>Threads:</b> any thread.
 */
final class FailureBurst {
    private static final int FAILURES = 5;
    private static final int SECONDS = 5;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /**
     * What was counted so far.
     *
     * @param second the second of the last failure
     * @param failures those in that second
     * @param fullSeconds how many successive seconds before it had too many
     */
    private record Count(long second, int failures, int fullSeconds) {
        Count next(long now) {
            if (now == second) {
                return new Count(second, failures + 1, fullSeconds);
            }
            boolean isSuccessive = now == second + 1 && failures > FAILURES;
            return new Count(now, 1, isSuccessive ? fullSeconds % SECONDS + 1 : 0);
        }

        /** True for the first failure after the fifth such second, and after every fifth further one. */
        boolean isBurst() {
            return failures == 1 && fullSeconds == SECONDS;
        }
    }

    private final AtomicReference<Count> count = new AtomicReference<>(new Count(Long.MIN_VALUE, 0, 0));

    /** Counts a failure and returns whether a burst has just been completed. */
    boolean addFailure(long nowNanos) {
        long second = Math.floorDiv(nowNanos, NANOS_PER_SECOND);
        return count.updateAndGet(old -> old.next(second)).isBurst();
    }
}
