package io.hiveactor.service.capability;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket: {@code burst} tokens when full, refilled by {@code perSecond}.
 *
 * <p><b>Threads:</b> any thread.
 */
final class TokenBucket {
    /*
     * Instead of a count and a time, the bucket holds one number: the time at which it will be full again. Each token
     * taken moves that time by the interval of a token; a taker is refused if it would move further ahead of now than
     * an empty bucket takes to fill. Times are compared by difference, as the clock's origin is arbitrary and it may
     * overflow.
     *
     * Invariant: after a successful take, fullAt - now <= fillNanos.
     */
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Caveat.Rate rate;
    private final long fillNanos;
    private final AtomicLong fullAt;

    TokenBucket(Caveat.Rate rate, long nowNanos) {
        this.rate = rate;
        this.fillNanos = nanosOf(rate.burst());
        this.fullAt = new AtomicLong(nowNanos);
    }

    /** Takes the cost, at most a full bucket, and returns 0; or takes nothing and returns the milliseconds to wait. */
    long tryTake(int cost, long nowNanos) {
        long needed = needed(cost);
        while (true) {
            long full = fullAt.get();
            long ahead = Math.max(full - nowNanos, 0) + needed;
            if (ahead > fillNanos) {
                return Math.ceilDiv(ahead - fillNanos, NANOS_PER_MILLI);
            }
            if (fullAt.compareAndSet(full, nowNanos + ahead)) {
                return 0;
            }
        }
    }

    /** Gives back what was taken by a request that another bucket refused. */
    void giveBack(int cost) {
        fullAt.addAndGet(-needed(cost));
    }

    private long needed(int cost) {
        return nanosOf(Math.min(cost, rate.burst()));
    }

    private long nanosOf(long tokens) {
        return tokens * NANOS_PER_SECOND / rate.perSecond(); // rounded down: parts never need more than the whole
    }
}
