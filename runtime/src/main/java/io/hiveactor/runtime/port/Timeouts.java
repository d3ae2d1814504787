package io.hiveactor.runtime.port;

import java.time.Duration;
import java.util.Objects;

/** Timeouts as nanoseconds: 0 does not wait, {@link #FOREVER} has no end. */
public final class Timeouts {
    public static final long FOREVER = Long.MAX_VALUE;

    private Timeouts() {}

    /** What is left of a timeout; at least 1 if it was positive, because 0 means a call that never waits. */
    public static long after(long timeoutNanos, long passedNanos) {
        return timeoutNanos == 0 || timeoutNanos == FOREVER ? timeoutNanos : Math.max(1, timeoutNanos - passedNanos);
    }

    /** Converts a timeout; one longer than 292 years has no end. */
    public static long nanos(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + timeout);
        }
        return timeout.toSeconds() >= FOREVER / 1_000_000_000 ? FOREVER : timeout.toNanos();
    }
}
