package io.hiveactor.service.observe;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.stream.DoubleStream;

/**
 * Makes counters, gauges and histograms with exactly the names, labels and buckets that are documented. None has
 * exemplars: their classes are not among what Micrometer brings.
 *
 * <p><b>Threads:</b> any thread.
 */
record MetricFamilies(PrometheusRegistry registry) {
    private static final double[] MILLIS =
            {0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 35, 50, 75, 100, 250, 500, 1_000, 2_500, 5_000};
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).withoutExemplars().register(registry);
    }

    Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder().name(name).help(help).labelNames(labels).withoutExemplars().register(registry);
    }

    /** In seconds. */
    Histogram times(String name, String help, String... labels) {
        return histogram(name, help, DoubleStream.of(MILLIS).map(ms -> ms / 1_000).toArray(), labels);
    }

    /** In milliseconds. */
    Histogram millis(String name, String help) {
        return histogram(name, help, MILLIS);
    }

    Histogram histogram(String name, String help, double[] buckets, String... labels) {
        return Histogram.builder().name(name).help(help).labelNames(labels).classicOnly().classicUpperBounds(buckets)
                .withoutExemplars().register(registry);
    }

    static double seconds(Duration time) {
        return time.toNanos() / NANOS_PER_SECOND;
    }

    static double toMillis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }
}
