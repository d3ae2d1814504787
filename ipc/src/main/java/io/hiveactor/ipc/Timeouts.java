package io.hiveactor.ipc;

import io.hiveactor.runtime.port.ActorPort;
import java.time.Duration;

/** Deadlines from timeouts, in the hive's convention and as durations. */
final class Timeouts {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Timeouts() {}

    /** @param millis -1 for ever, 0 once, otherwise milliseconds */
    static long deadline(ActorPort port, long millis) {
        if (millis == -1) {
            return ActorPort.NEVER;
        }
        if (millis < 0) {
            throw new IllegalArgumentException("a timeout is -1, 0 or positive milliseconds: " + millis);
        }
        return millis == 0 ? 0 : port.deadlineIn(saturated(millis));
    }

    /** @param millis 0 or positive */
    static Duration duration(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("a timeout is -1, 0 or positive milliseconds: " + millis);
        }
        return Duration.ofMillis(millis);
    }

    static long deadline(ActorPort port, Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + timeout);
        }
        return timeout.isZero() ? 0 : port.deadlineIn(nanos(timeout));
    }

    private static long saturated(long millis) {
        return millis > Long.MAX_VALUE / NANOS_PER_MILLI ? Long.MAX_VALUE : millis * NANOS_PER_MILLI;
    }

    /** Saturated: a duration longer than 292 years is as good as that. */
    private static long nanos(Duration timeout) {
        return timeout.toSeconds() >= Long.MAX_VALUE / 1_000_000_000 ? Long.MAX_VALUE : timeout.toNanos();
    }
}
