package io.hiveactor.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long it took, in nanoseconds, from the release of a place to the sender that waited for it having sent.
 *
 * <p><b>Threads:</b> any thread may add; the referee does the rest, between rounds.
 */
final class HandOffs {
    private final Histogram nanos = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(1), 3);

    void forget() {
        nanos.reset();
    }

    void add(long nanosTaken) {
        nanos.recordValue(nanosTaken);
    }

    Map<String, Double> figures() {
        return Map.of("p50", at(50), "p99", at(99), "p999", at(99.9));
    }

    private double at(double percentile) {
        return nanos.getValueAtPercentile(percentile);
    }
}
