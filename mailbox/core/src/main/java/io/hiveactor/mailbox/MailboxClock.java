package io.hiveactor.mailbox;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Time, as a mailbox in memory and a worker have it: one that runs, or one that a test steps.
 *
 * <p><b>Threads:</b> any thread.
 */
public interface MailboxClock {
    /** Later than any time. */
    long NEVER = Long.MAX_VALUE;

    /** Time that never goes back, from any origin, but for one so far away that it would overflow. */
    long nanos();

    /** The time of day, for people. */
    Instant now();

    /**
     * Waits for a signal, or until {@link #nanos()} has come to a time; perhaps for less.
     *
     * @param lock that of the condition, which the caller has
     * @param untilNanos {@link #NEVER} for a signal alone
     */
    void await(Lock lock, Condition condition, long untilNanos) throws InterruptedException;

    /** The one that runs. */
    static MailboxClock system() {
        return SystemClock.INSTANCE;
    }

    /** So long after a time; {@link #NEVER} rather than beyond all of it. */
    static long after(long nanos, Duration time) {
        long limit = NEVER - Math.max(nanos, 0);
        long span = time.toSeconds() >= limit / 1_000_000_000 ? limit : time.toNanos();
        return nanos + Math.min(span, limit);
    }
}
