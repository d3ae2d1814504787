package io.hiveactor.bench;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What the systems of the group timers do: a number of timers stays pending, hours ahead, while others fire. A timer
 * that fires starts the next one, so that always the same number is about to fire. An operation is one timer, from its
 * start to its firing.
 *
 * <p><b>Threads:</b> the referee begins; the thread on which timers fire does the rest.
 */
final class TimerLoad {
    /** More than Pekko's scheduler can fire between two of its ticks, or its ticks would be all that is measured. */
    private static final int ABOUT_TO_FIRE = 50_000;

    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final SplittableRandom random = new SplittableRandom(18);
    final Tally tally = new Tally();
    private int left;

    /** A round of so many timers begins; how many to start at once. */
    int begin(int operations) {
        int first = Math.min(operations, ABOUT_TO_FIRE);
        left = operations - first;
        return first;
    }

    /** A timer has fired; whether to start another one. */
    boolean fired() {
        tally.came();
        left--;
        return left >= 0;
    }

    /** The delay of a timer that is to fire. */
    long delayNanos() {
        return random.nextLong(MOST_NANOS);
    }

    Duration delay() {
        return Duration.ofNanos(delayNanos());
    }

    /** The delay of a timer that is to stay pending. */
    long pendingNanos() {
        return HOUR_NANOS + random.nextLong(HOUR_NANOS);
    }

    Duration pending() {
        return Duration.ofNanos(pendingNanos());
    }
}
