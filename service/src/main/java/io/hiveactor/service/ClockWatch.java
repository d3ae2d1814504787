package io.hiveactor.service;

import io.hiveactor.service.time.Clocks;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices steps of the wall clock: wall time and monotonic time drift apart by more than two minutes.
 *
 * <p><b>Threads:</b> any thread.
 */
final class ClockWatch {
    private static final long TOLERANCE_MS = TimeUnit.MINUTES.toMillis(2);
    private static final long STEP_MS = TimeUnit.SECONDS.toMillis(10);

    private final Clocks clocks;
    private final Runnable onStep;
    private final long startOffsetMs;
    private final AtomicLong lastOffsetMs;

    ClockWatch(Clocks clocks, Runnable onStep) {
        this.clocks = clocks;
        this.onStep = onStep;
        startOffsetMs = offsetMs();
        lastOffsetMs = new AtomicLong(startOffsetMs);
    }

    private long offsetMs() {
        return clocks.wallMillis() - TimeUnit.NANOSECONDS.toMillis(clocks.monotonicNanos());
    }

    /** Looks at both clocks, and returns whether they agree since the start. */
    boolean isSteady() {
        long now = offsetMs();
        long before = lastOffsetMs.get();
        if (Math.abs(now - before) >= STEP_MS && lastOffsetMs.compareAndSet(before, now)) {
            onStep.run();
        }
        return Math.abs(now - startOffsetMs) <= TOLERANCE_MS;
    }
}
