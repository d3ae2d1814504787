package io.hiveactor.mailbox.worker;

import java.time.Duration;

/**
 * How heartbeats extend a lease.
 *
 * @param isEnabled whether they do at all
 * @param interval how long after an extension the next beat extends again
 * @param lease how long the lease is from then on
 */
public record LeaseExtension(boolean isEnabled, Duration interval, Duration lease) {
    private static final int MOST_PER_LEASE = 5;

    /** At most once a minute, to five minutes. */
    public static final LeaseExtension DEFAULT = new LeaseExtension(true, Duration.ofMinutes(1), Duration.ofMinutes(5));

    public LeaseExtension {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval must not be negative: " + interval);
        }
        if (lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("lease must be positive: " + lease);
        }
    }

    /** As the default is for five minutes: to the same lease again, at most once in a fifth of it. */
    public static LeaseExtension of(Duration lease) {
        return new LeaseExtension(true, lease.dividedBy(MOST_PER_LEASE), lease);
    }

    /** Leases end when they end. */
    public static LeaseExtension off() {
        return new LeaseExtension(false, DEFAULT.interval, DEFAULT.lease);
    }

    /** As the default, with another interval and lease. */
    public static LeaseExtension every(Duration interval, Duration lease) {
        return new LeaseExtension(true, interval, lease);
    }
}
