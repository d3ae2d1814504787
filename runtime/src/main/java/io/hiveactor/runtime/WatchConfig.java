package io.hiveactor.runtime;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of the watchdog, the thread of a hive that detects deadlocks and slow handlers.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param isOn whether the watchdog runs; {@link Hive#diagnose()} and {@link Hive#snapshot()} work without it
 * @param period how often it searches for deadlocks while actors wait without a timeout, at least 1 ms; a deadlock that
 *     stops the whole hive is found at once
 * @param handlerLimit maximum time a handler may occupy its shard before it is reported; zero disables the check
 * @param onDeadlock what happens to a deadlock besides the report
 */
public record WatchConfig(boolean isOn, Duration period, Duration handlerLimit, DeadlockPolicy onDeadlock) {
    private static final Duration SHORTEST = Duration.ofMillis(1); // first: those below are checked with it

    /**
     * Searches for deadlocks once a second and reports handlers that occupy their shard for 50 ms; {@link
     * DeadlockPolicy#REPORT}.
     */
    public static final WatchConfig DEFAULT =
            new WatchConfig(true, Duration.ofSeconds(1), Duration.ofMillis(50), DeadlockPolicy.REPORT);
    /** No watchdog. */
    public static final WatchConfig OFF = new WatchConfig(false, DEFAULT.period, DEFAULT.handlerLimit, DEFAULT.onDeadlock);

    public WatchConfig {
        if (period.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("the period must be a millisecond or more: " + period);
        }
        if (handlerLimit.isNegative() || (!handlerLimit.isZero() && handlerLimit.compareTo(SHORTEST) < 0)) {
            throw new IllegalArgumentException("the handlerLimit must be zero, or a millisecond or more: " + handlerLimit);
        }
        Objects.requireNonNull(onDeadlock, "onDeadlock");
    }

    /** Sets how often it searches for deadlocks; default: 1 second. Lower it to learn of deadlocks sooner. */
    public WatchConfig withPeriod(Duration newPeriod) {
        return new WatchConfig(isOn, newPeriod, handlerLimit, onDeadlock);
    }

    /**
     * Sets when a slow handler is reported; default: 50 ms. Increase it if handlers are known to compute for longer.
     */
    public WatchConfig withHandlerLimit(Duration newLimit) {
        return new WatchConfig(isOn, period, newLimit, onDeadlock);
    }

    /** Sets what happens to a deadlock; default: {@link DeadlockPolicy#REPORT}. */
    public WatchConfig withPolicy(DeadlockPolicy newPolicy) {
        return new WatchConfig(isOn, period, handlerLimit, newPolicy);
    }
}
