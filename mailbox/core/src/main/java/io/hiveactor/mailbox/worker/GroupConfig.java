package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a group watches its workers.
 *
 * @param stuckAfter a worker is stuck if it has a request in hand, or a poll is overdue, for this long without a
 *     heartbeat; longer than the longest work between two heartbeats
 * @param onStuck called once for each worker that gets stuck, on the thread of the watchdog, after it was logged
 * @param clock by which the watchdog looks after them
 */
public record GroupConfig(Duration stuckAfter, Consumer<WorkerHealth> onStuck, MailboxClock clock) {
    private static final Duration SHORTEST = Duration.ofMillis(1); // first: the one below is checked with it

    /** Stuck after twelve minutes, which is logged. */
    public static final GroupConfig DEFAULT = new GroupConfig(Duration.ofMinutes(12), _ -> {}, MailboxClock.system());

    public GroupConfig {
        if (stuckAfter.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("stuckAfter must be a millisecond or more: " + stuckAfter);
        }
        Objects.requireNonNull(onStuck, "onStuck");
        Objects.requireNonNull(clock, "clock");
    }

    /** A copy with another time without a heartbeat after which a worker counts as stuck. */
    public GroupConfig withStuckAfter(Duration newStuckAfter) {
        return new GroupConfig(newStuckAfter, onStuck, clock);
    }

    /** A copy with another callback for stuck workers. */
    public GroupConfig withOnStuck(Consumer<WorkerHealth> newOnStuck) {
        return new GroupConfig(stuckAfter, newOnStuck, clock);
    }

    /** A copy with another clock, for tests. */
    public GroupConfig withClock(MailboxClock newClock) {
        return new GroupConfig(stuckAfter, onStuck, newClock);
    }
}
