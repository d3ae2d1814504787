package io.hiveactor.runtime.metrics;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Meters of what has a name and comes and goes: named mailboxes, channels, buses, feeds.
 *
 * <p><b>Threads:</b> any thread.
 */
final class NamedMeters {
    /*
     * Nothing runs in the background. A read of one of these meters takes a new sample if the last one is a second old;
     * then the registry gets a meter for each new name and loses those of names that are gone. So the read after the
     * one that found a new name shows it.
     */
    private static final long FRESH_NANOS = 1_000_000_000L;

    private final Hive hive;
    private final Tags tags;
    private final MultiGauge mailboxes;
    private final List<ResourceMeter> resources = new ArrayList<>();
    private final ReentrantLock sampling = new ReentrantLock();
    private volatile LoadSample last;

    /** What the meters of one number of resources share; those of one kind and name are one meter. */
    private record ResourceMeter(MultiGauge gauge, ToDoubleFunction<ResourceView> number, DoubleBinaryOperator sum) {
        double of(LoadSample sample, Label label) {
            return sample.resources().values().stream()
                    .filter(view -> Label.of(view.resource()).equals(label))
                    .mapToDouble(number)
                    .reduce(sum)
                    .orElse(Double.NaN);
        }
    }

    private record Label(Resource.Kind kind, String name) {
        static Label of(Resource resource) {
            return new Label(resource.kind(), resource.name());
        }
    }

    NamedMeters(Hive hive, MeterRegistry registry, Tags tags) {
        this.hive = hive;
        this.tags = tags;
        last = LoadSample.of(hive);
        mailboxes = gauge(registry, "hive.mailbox.depth", "Messages in the mailbox of an actor with a registered name");
        resource(registry, "depth", "Messages in a channel, a bus or a feed", ResourceView::depth);
        resource(registry, "bytes", "Payload bytes in a channel or a bus", ResourceView::bytes);
        resources.add(new ResourceMeter(gauge(registry, "hive.resource.saturation", "How full it is, 0 to 1"),
                ResourceView::saturation, Math::max));
        resource(registry, "readers", "Handles, subscribers or actors that can take from it", ResourceView::readers);
        resource(registry, "writers", "Handles, publishers or actors that can add to it", ResourceView::writers);
        resource(registry, "waiters", "Readers and writers that wait", ResourceView::waiters);
        resource(registry, "drops", "Messages removed to make room, since it exists", ResourceView::drops);
        register(last);
    }

    private static MultiGauge gauge(MeterRegistry registry, String name, String what) {
        return MultiGauge.builder(name).description(what).register(registry);
    }

    private void resource(MeterRegistry registry, String name, String what, ToDoubleFunction<ResourceView> number) {
        resources.add(new ResourceMeter(gauge(registry, "hive.resource." + name, what), number, Double::sum));
    }

    /** At most a second old, unless another thread is taking a new one. */
    LoadSample sample() {
        if (hive.nowNanos() - last.atNanos() >= FRESH_NANOS && sampling.tryLock()) {
            try {
                last = LoadSample.of(hive);
                register(last);
            } finally {
                sampling.unlock();
            }
        }
        return last;
    }

    private void register(LoadSample sample) {
        List<MultiGauge.Row<?>> depths = new ArrayList<>();
        for (String name : sample.mailboxes().keySet()) {
            depths.add(MultiGauge.Row.of(tags.and("name", name), this, meters -> meters.depth(name)));
        }
        mailboxes.register(depths, false); // meters of known names stay as they are, also while others read them
        for (ResourceMeter meter : resources) {
            meter.gauge.register(rows(sample, meter), false);
        }
    }

    private List<MultiGauge.Row<?>> rows(LoadSample sample, ResourceMeter meter) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (Label each : sample.resources().keySet().stream().map(Label::of).distinct().toList()) {
            rows.add(MultiGauge.Row.of(tags.and("kind", each.kind.word(), "name", each.name), this,
                    meters -> meter.of(meters.sample(), each)));
        }
        return rows;
    }

    private double depth(String name) {
        Integer depth = sample().mailboxes().get(name);
        return depth == null ? Double.NaN : depth;
    }
}
