package io.hiveactor.runtime;

import java.time.Duration;
import java.util.Objects;

/** Durations at the public edge. */
final class Times {
    private Times() {}

    /** In nanoseconds; what does not fit is as good as forever. */
    static long nanos(Duration duration, String name) {
        requireNotNegative(duration, name);
        long seconds = duration.getSeconds();
        return seconds > Long.MAX_VALUE / 2_000_000_000L
                ? Long.MAX_VALUE
                : seconds * 1_000_000_000L + duration.getNano();
    }

    static void requireNotNegative(Duration duration, String name) {
        if (Objects.requireNonNull(duration, name).isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative: " + duration);
        }
    }
}
