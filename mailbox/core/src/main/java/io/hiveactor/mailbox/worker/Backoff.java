package io.hiveactor.mailbox.worker;

import java.time.Duration;

/** How long to wait before the next try. */
final class Backoff {
    private static final Duration STEP = Duration.ofSeconds(60);
    private static final int MOST_STEPS = 15;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 8;

    private Backoff() {}

    /** Before a request is delivered again: a minute for each delivery so far, fifteen at most. */
    static Duration afterDelivery(int deliveryCount) {
        return STEP.multipliedBy(Math.clamp(deliveryCount, 1, MOST_STEPS));
    }

    /** Before a mailbox that failed so many times in a row is asked again: a tenth of a second, twice as long each time. */
    static Duration afterFailures(int failures) {
        return Duration.ofMillis(FIRST_PAUSE_MILLIS << Math.clamp(failures - 1, 0, MOST_DOUBLINGS));
    }
}
