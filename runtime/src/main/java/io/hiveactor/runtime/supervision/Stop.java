package io.hiveactor.runtime.supervision;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a child is stopped.
 *
 * @param order what it is sent, so that it can end by itself; null kills it at once
 * @param deadline how long it may take before it is killed; null for as long as it takes
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
     * Sends the child a message that it understands as the order to end, and kills it if it has not at the deadline. An order
     * that finds no room is sent again every 10 ms; so is one to a mailbox that may drop or replace what it has accepted.
     */
    public static Stop ask(Object order, Duration deadline) {
        return new Stop(Objects.requireNonNull(order, "order"), Objects.requireNonNull(deadline, "deadline"));
    }
}
