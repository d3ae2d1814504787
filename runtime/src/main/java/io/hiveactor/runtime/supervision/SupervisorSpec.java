package io.hiveactor.runtime.supervision;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The children of a supervisor and how it restarts them. By default at most three restarts within five seconds.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class SupervisorSpec {
    private static final int DEFAULT_RESTARTS = 3;
    private static final Duration DEFAULT_PERIOD = Duration.ofSeconds(5);

    private final Strategy strategy;
    private final List<ChildSpec> children;
    private final int maxRestarts;
    private final Duration period;
    private final Backoff backoff;
    private final Runnable shutdownHook;

    private SupervisorSpec(
            Strategy strategy,
            List<ChildSpec> children,
            int maxRestarts,
            Duration period,
            Backoff backoff,
            Runnable shutdownHook) {
        this.strategy = strategy;
        this.children = children;
        this.maxRestarts = maxRestarts;
        this.period = period;
        this.backoff = backoff;
        this.shutdownHook = shutdownHook;
    }

    /** A supervisor of these children, started in this order. */
    public static SupervisorSpec of(Strategy strategy, ChildSpec... children) {
        Objects.requireNonNull(strategy, "strategy");
        var all = new ArrayList<ChildSpec>(children.length);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < children.length; i++) {
            ChildSpec child = children[i];
            if (child == null) {
                throw new NullPointerException("child " + i + " of " + children.length);
            }
            if (!names.add(child.name())) {
                throw new IllegalArgumentException("two children are called " + child.name());
            }
            all.add(child);
        }
        return new SupervisorSpec(strategy, List.copyOf(all), DEFAULT_RESTARTS, DEFAULT_PERIOD, Backoff.NONE, () -> {});
    }

    /**
     * Limits the restarts: with one more within the period, the supervisor stops all children, calls its shutdown hook and
     * ends. Children that are restarted together, by ONE_FOR_ALL or REST_FOR_ONE, count once.
     *
     * @param restarts 0 for no limit
     */
    public SupervisorSpec withIntensity(int restarts, Duration newPeriod) {
        if (restarts < 0) {
            throw new IllegalArgumentException("the number of restarts must not be negative: " + restarts);
        }
        if (newPeriod.isNegative() || newPeriod.isZero()) {
            throw new IllegalArgumentException("the period must be positive: " + newPeriod);
        }
        return new SupervisorSpec(strategy, children, restarts, newPeriod, backoff, shutdownHook);
    }

    /** Waits before each restart; by default it does not. */
    public SupervisorSpec withBackoff(Backoff newBackoff) {
        Objects.requireNonNull(newBackoff, "backoff");
        return new SupervisorSpec(strategy, children, maxRestarts, period, newBackoff, shutdownHook);
    }

    /**
     * Runs code after all children have stopped, before the supervisor ends: because it was stopped, or because there were
     * too many restarts. Not after a kill.
     */
    public SupervisorSpec withShutdownHook(Runnable hook) {
        Objects.requireNonNull(hook, "hook");
        return new SupervisorSpec(strategy, children, maxRestarts, period, backoff, hook);
    }

    Strategy strategy() {
        return strategy;
    }

    List<ChildSpec> children() {
        return children;
    }

    int maxRestarts() {
        return maxRestarts;
    }

    Duration period() {
        return period;
    }

    Backoff backoff() {
        return backoff;
    }

    Runnable shutdownHook() {
        return shutdownHook;
    }
}
