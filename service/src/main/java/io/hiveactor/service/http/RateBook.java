package io.hiveactor.service.http;

import org.jspecify.annotations.Nullable;

/**
 * Rates and latencies of this node.
 *
 * <p><b>Threads:</b> any thread; no call waits.
 */
public interface RateBook {
    /** Messages per second over the last 30 seconds. */
    Rates rates(String topic);

    /** One value per second for the last 300 seconds; of the whole node if the topic is null. */
    Series series(@Nullable String topic);

    /** Means of one topic. */
    record Rates(double sentPerSecond, double ackedPerSecond) {}

    /**
     * Columns of equal length, the oldest second first.
     *
     * @param t seconds since 1970
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Series(
            long[] t,
            double[] sent,
            double[] received,
            double[] acked,
            double[] p50Ms,
            double[] p95Ms,
            double[] p99Ms) {}
}
