package io.hiveactor.runtime.supervision;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a child is stopped.
 *
 * @param order the message that asks it to end by itself; null kills it at once
 * @param deadline how long it may take before it is killed; null means no limit
 */
public record Stop(@Nullable Object order, @Nullable Duration deadline) {
    /** Kills it at once. */
    public static final Stop KILL = new Stop(null, null);

    public Stop {
        if (deadline != null && deadline.isNegative()) {
            throw new IllegalArgumentException("a deadline must not be negative: " + deadline);
        }
    }

    /**
     * Sends the child a message that asks it to end, and kills it if it has not ended at the deadline. If there is no
     * room, or the mailbox may drop accepted messages, the message is sent again every 10 ms.
     */
    public static Stop ask(Object order, Duration deadline) {
        return new Stop(Objects.requireNonNull(order, "order"), Objects.requireNonNull(deadline, "deadline"));
    }
}
