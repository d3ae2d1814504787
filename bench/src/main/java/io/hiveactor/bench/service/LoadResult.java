package io.hiveactor.bench.service;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What a load has shown.
 *
 * @param nanos from its begin to its end
 * @param messages how many went through
 * @param latencies nanoseconds of each step, or of each message of a paced load
 */
record LoadResult(long nanos, long messages, Histogram latencies) {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** An empty histogram of nanoseconds, exact to a microsecond and to three digits. */
    static Histogram histogram() {
        return new Histogram(TimeUnit.MICROSECONDS.toNanos(1), LONGEST_NANOS, 3);
    }

    double nanosPerMessage() {
        return (double) nanos / messages;
    }

    double perSecond() {
        return TimeUnit.SECONDS.toNanos(1) / nanosPerMessage();
    }

    double microsAt(double percentile) {
        return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }

    Map<String, Double> figures() {
        return Map.of("perSecond", perSecond(), "p50Micros", microsAt(50), "p99Micros", microsAt(99));
    }
}
