package io.hiveactor.runtime;

import java.time.Duration;
import java.util.Objects;

/**
 * What a hive looks after by itself, with one thread.
 *
 * @param isOn whether it does at all; without, {@link Hive#diagnose()} and {@link Hive#snapshot()} still look when asked
 * @param period how often it looks for deadlocks while actors wait without a deadline; one that stops everything is found at
 *     once
 * @param handlerLimit how long an actor's code may keep its shard before it is named; zero for as long as it likes
 * @param onDeadlock what happens when there is one
 */
public record WatchConfig(boolean isOn, Duration period, Duration handlerLimit, DeadlockPolicy onDeadlock) {
    private static final Duration SHORTEST = Duration.ofMillis(1); // first: those below are checked with it

    /** Looks for deadlocks once a second, and names code that keeps its shard for 50 ms. */
    public static final WatchConfig DEFAULT =
            new WatchConfig(true, Duration.ofSeconds(1), Duration.ofMillis(50), DeadlockPolicy.REPORT);
    /** Nothing is looked after. */
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

    public WatchConfig withPeriod(Duration newPeriod) {
        return new WatchConfig(isOn, newPeriod, handlerLimit, onDeadlock);
    }

    public WatchConfig withHandlerLimit(Duration newLimit) {
        return new WatchConfig(isOn, period, newLimit, onDeadlock);
    }

    public WatchConfig withPolicy(DeadlockPolicy newPolicy) {
        return new WatchConfig(isOn, period, handlerLimit, newPolicy);
    }
}
