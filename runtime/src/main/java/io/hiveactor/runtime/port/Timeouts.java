package io.hiveactor.runtime.port;

import java.time.Duration;
import java.util.Objects;

/** Timeouts as nanoseconds: 0 does not wait, {@link #FOREVER} has no end. */
public final class Timeouts {
    public static final long FOREVER = Long.MAX_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Timeouts() {}

    /**
     * A timeout in the hive's convention.
     *
     * @param millis -1 for ever, 0 once, otherwise milliseconds
     */
    public static long nanos(long millis) {
        if (millis < -1) {
            throw new IllegalArgumentException("a timeout is -1, 0 or positive milliseconds: " + millis);
        }
        boolean isEndless = millis == -1 || millis > FOREVER / NANOS_PER_MILLI;
        return isEndless ? FOREVER : millis * NANOS_PER_MILLI;
    }

    /** What is left of a timeout after a while. If it is over, a moment: 0 would be not to wait at all, which is told otherwise. */
    public static long after(long timeoutNanos, long passedNanos) {
        return timeoutNanos == 0 || timeoutNanos == FOREVER ? timeoutNanos : Math.max(1, timeoutNanos - passedNanos);
    }

    /** Saturated: a duration longer than 292 years is as good as one without end. */
    public static long nanos(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + timeout);
        }
        return timeout.toSeconds() >= FOREVER / 1_000_000_000 ? FOREVER : timeout.toNanos();
    }
}
