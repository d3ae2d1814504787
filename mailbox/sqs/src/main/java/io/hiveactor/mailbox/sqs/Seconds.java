package io.hiveactor.mailbox.sqs;

import java.time.Duration;

/** Times as SQS counts them. */
final class Seconds {
    private Seconds() {}

    /** At least so long, in whole seconds; for times of less than years. */
    static int roundedUp(Duration time) {
        return Math.toIntExact(time.plusNanos(999_999_999).toSeconds());
    }
}
