package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxTraits;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a worker works.
 *
 * @param lease of each request; longer than the longest work between two heartbeats
 * @param pollWait how long one poll waits
 * @param extension how heartbeats extend the lease; more often than it would end
 * @param rule when a request that failed is given up
 * @param deadLetters where such a one goes; if null it is logged, acknowledged and counted
 */
public record WorkerConfig<T extends @Nullable Object>(
        Duration lease,
        Duration pollWait,
        LeaseExtension extension,
        DeadLetterRule rule,
        @Nullable Mailbox<DeadLetter<WorkRequest<T>>, ?> deadLetters,
        MailboxClock clock) {
    public WorkerConfig {
        if (lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("lease must be positive: " + lease);
        }
        MailboxTraits.checkNotNegative(pollWait, "pollWait");
        if (extension.isEnabled() && extension.interval().compareTo(lease) >= 0) {
            throw new IllegalArgumentException(
                    "the interval of extensions must be below the lease of " + lease + ": " + extension.interval());
        }
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(clock, "clock");
    }

    /** Leases of five minutes, polls of twenty seconds, five deliveries, and no dead letters kept. */
    public static <T extends @Nullable Object> WorkerConfig<T> standard() {
        return new WorkerConfig<>(Duration.ofMinutes(5), Duration.ofSeconds(20), LeaseExtension.DEFAULT, DeliveryLimit.DEFAULT,
                null, MailboxClock.system());
    }

    /** The extension goes with it: it extends to the same lease, unless it was set to do otherwise. */
    public WorkerConfig<T> withLease(Duration newLease) {
        LeaseExtension newExtension = extension.equals(LeaseExtension.of(lease)) ? LeaseExtension.of(newLease) : extension;
        return new WorkerConfig<>(newLease, pollWait, newExtension, rule, deadLetters, clock);
    }

    /** A copy with another maximum wait of a poll; default 20 s. */
    public WorkerConfig<T> withPollWait(Duration newWait) {
        return new WorkerConfig<>(lease, newWait, extension, rule, deadLetters, clock);
    }

    /** A copy with another extension of leases by heartbeats. */
    public WorkerConfig<T> withExtension(LeaseExtension newExtension) {
        return new WorkerConfig<>(lease, pollWait, newExtension, rule, deadLetters, clock);
    }

    /** A copy with another rule for dead letters; default {@link DeliveryLimit#DEFAULT}. */
    public WorkerConfig<T> withRule(DeadLetterRule newRule) {
        return new WorkerConfig<>(lease, pollWait, extension, newRule, deadLetters, clock);
    }

    /** A copy with a mailbox for dead letters; default none. */
    public WorkerConfig<T> withDeadLetters(Mailbox<DeadLetter<WorkRequest<T>>, ?> mailbox) {
        return new WorkerConfig<>(lease, pollWait, extension, rule, mailbox, clock);
    }

    /** A copy with another clock, for tests. */
    public WorkerConfig<T> withClock(MailboxClock newClock) {
        return new WorkerConfig<>(lease, pollWait, extension, rule, deadLetters, newClock);
    }
}
