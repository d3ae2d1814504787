package io.hiveactor.mailbox;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of mailbox promises, and where it ends.
 *
 * @param order of those that are visible
 * @param longestLease also the longest delay of a nack; null if there is no limit
 * @param isCountExact whether the count is of one moment, and of this one
 * @param isDurable whether messages outlive the process, and stay until they are acknowledged or purged, however long
 *     nothing calls; as far as the server itself keeps what it was given, and SQS no longer than the queue's retention
 *     period
 */
public record MailboxTraits(Order order, @Nullable Duration longestLease, boolean isCountExact, boolean isDurable) {
    /** In which order messages are delivered for the first time. */
    public enum Order {
        /** That of the sends. */
        FIFO,
        /** Within one group. */
        FIFO_IN_GROUP,
        /** About that of the sends. */
        BEST_EFFORT
    }

    public MailboxTraits {
        Objects.requireNonNull(order, "order");
    }

    /**
     * Refuses what is no lease here.
     *
     * @throws IllegalArgumentException if it is negative or too long
     */
    public void checkLease(Duration lease, String what) {
        checkNotNegative(lease, what);
        if (longestLease != null && lease.compareTo(longestLease) > 0) {
            throw new IllegalArgumentException(what + " must be at most " + longestLease + ": " + lease);
        }
    }

    /** A delay, or as much of it as this kind allows. */
    public Duration atMostLongest(Duration delay) {
        return longestLease == null || delay.compareTo(longestLease) <= 0 ? delay : longestLease;
    }

    /**
     * Refuses what is no time to wait.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public static void checkNotNegative(Duration time, String what) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative: " + time);
        }
    }
}
