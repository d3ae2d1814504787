package io.hiveactor.runtime.metrics;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Map<MultiGauge, ToDoubleFunction<ResourceView>> resources = new LinkedHashMap<>();
    private final ReentrantLock sampling = new ReentrantLock();
    private volatile LoadSample last;

    NamedMeters(Hive hive, MeterRegistry registry, Tags tags) {
        this.hive = hive;
        this.tags = tags;
        last = LoadSample.of(hive);
        mailboxes = gauge(registry, "hive.mailbox.depth", "Messages in the mailbox of an actor with a registered name");
        resource(registry, "depth", "Messages in a channel, a bus or a feed", ResourceView::depth);
        resource(registry, "bytes", "Payload bytes in a channel or a bus", ResourceView::bytes);
        resource(registry, "saturation", "How full it is, 0 to 1", ResourceView::saturation);
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
        resources.put(gauge(registry, "hive.resource." + name, what), number);
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
        mailboxes.register(depths, true);
        resources.forEach((gauge, number) -> gauge.register(rows(sample, number), true));
    }

    private List<MultiGauge.Row<?>> rows(LoadSample sample, ToDoubleFunction<ResourceView> number) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (Resource each : sample.resources().keySet()) {
            rows.add(MultiGauge.Row.of(tags.and("kind", each.kind().word(), "name", each.name()), this,
                    meters -> meters.number(each, number)));
        }
        return rows;
    }

    private double depth(String name) {
        Integer depth = sample().mailboxes().get(name);
        return depth == null ? Double.NaN : depth;
    }

    private double number(Resource resource, ToDoubleFunction<ResourceView> number) {
        ResourceView view = sample().resources().get(resource);
        return view == null ? Double.NaN : number.applyAsDouble(view);
    }
}
