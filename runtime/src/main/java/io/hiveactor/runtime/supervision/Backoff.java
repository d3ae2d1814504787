package io.hiveactor.runtime.supervision;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The pause before a child is restarted: a random time between zero and a bound that doubles with each restart in a
 * row, so that many children do not restart at once. After a child has run for {@code most}, the bound is {@code first}
 * again.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param first the bound of the first pause; zero for no pause
 * @param most the largest bound
 */
public record Backoff(Duration first, Duration most) {
    /** No pause. */
    public static final Backoff NONE = new Backoff(Duration.ZERO, Duration.ZERO);

    public Backoff {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(most, "most");
        if (first.isNegative()) {
            throw new IllegalArgumentException("a back-off must not be negative: " + first);
        }
        if (most.compareTo(first) < 0) {
            throw new IllegalArgumentException("a back-off of at most " + most + " cannot begin with " + first);
        }
        if (most.compareTo(Duration.ofDays(365)) > 0) {
            throw new IllegalArgumentException("a back-off of more than a year: " + most);
        }
    }

    /** Returns pauses of at most {@code first}, then twice that, and so on up to {@code most}. */
    public static Backoff exponential(Duration first, Duration most) {
        if (first.isZero()) {
            throw new IllegalArgumentException("a back-off that begins with zero never grows");
        }
        return new Backoff(first, most);
    }

    /** @param restarts how many there were in a row before this one */
    long nanos(int restarts, RandomGenerator random) {
        long bound = first.toNanos();
        long largest = most.toNanos();
        for (int i = 0; i < restarts && bound < largest && bound > 0; i++) {
            bound *= 2;
        }
        bound = Math.min(bound, largest);
        return bound == 0 ? 0 : random.nextLong(bound + 1);
    }
}
