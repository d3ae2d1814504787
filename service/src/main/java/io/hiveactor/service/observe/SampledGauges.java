package io.hiveactor.service.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Gauges whose values come from one set of samples, taken once per scrape, so that they fit each other.
 *
 * <p><b>Threads:</b> any thread.
 */
final class SampledGauges<S> implements MultiCollector {
    private final Supplier<Collection<S>> samples;
    private final Function<S, Labels> labels;
    private final List<Gauge<S>> gauges;

    /** One gauge and where its value is in a sample. */
    record Gauge<S>(String name, String help, ToDoubleFunction<S> value) {}

    /** No two samples of one call to {@code samples} may have the same labels. */
    SampledGauges(Supplier<Collection<S>> samples, Function<S, Labels> labels, List<Gauge<S>> gauges) {
        this.samples = samples;
        this.labels = labels;
        this.gauges = gauges;
    }

    @Override
    public MetricSnapshots collect() {
        Collection<S> now = samples.get();
        List<MetricSnapshot> snapshots = new ArrayList<>();
        for (Gauge<S> gauge : gauges) {
            GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(gauge.name).help(gauge.help);
            for (S sample : now) {
                builder = builder.dataPoint(new GaugeSnapshot.GaugeDataPointSnapshot(
                        gauge.value.applyAsDouble(sample), labels.apply(sample), null));
            }
            snapshots.add(builder.build());
        }
        return new MetricSnapshots(snapshots);
    }
}
