package io.hiveactor.service.observe;

import io.hiveactor.service.observe.SampledGauges.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The gauges of {@link ServiceMetrics} whose values are asked for at a scrape.
 *
 * <p><b>Threads:</b> any thread.
 */
final class ServiceGauges {
    private final PrometheusRegistry registry;
    private final LabelValues classes;
    private final LabelValues queues;
    /** By shard; there are at most as many as {@code mailbox.ready_shards}. */
    private final Map<Integer, LongAccumulator> reorderDepths = new ConcurrentHashMap<>();

    ServiceGauges(PrometheusRegistry registry, LabelValues classes, LabelValues queues) {
        this.registry = registry;
        this.classes = classes;
        this.queues = queues;
        registry.register(new SampledGauges<>(reorderDepths::entrySet,
                each -> Labels.of("shard", String.valueOf(each.getKey())),
                List.of(new Gauge<>("reorder_depth_max", "Most older messages that a first claim passed over",
                        each -> each.getValue().get()))));
    }

    void reordered(int shard, long depth) {
        reorderDepths.computeIfAbsent(shard, absent -> new LongAccumulator(Math::max, 0)).accumulate(depth);
    }

    void registerQueues(Supplier<? extends Collection<QueueSample>> samples) {
        registry.register(new SampledGauges<>(() -> merged(samples.get()),
                each -> Labels.of("topic_class", each.topicClass(), "shard", String.valueOf(each.shard())),
                List.of(new Gauge<>("queue_depth", "Messages ready", QueueSample::depth),
                        new Gauge<>("inflight", "Messages leased", QueueSample::inflight),
                        new Gauge<>("saturation", "How full the fullest queue is, 0 to 1", QueueSample::saturation),
                        new Gauge<>("oldest_ready_age_seconds", "Age of the oldest ready message",
                                each -> MetricFamilies.seconds(each.oldestReadyAge())),
                        new Gauge<>("dlq_depth", "Dead letters", QueueSample::dead))));
    }

    private Collection<QueueSample> merged(Collection<QueueSample> samples) {
        record Place(String topicClass, int shard) {}
        return samples.stream()
                .map(each -> each.withClass(classes.known(each.topicClass())))
                .collect(Collectors.toMap(each -> new Place(each.topicClass(), each.shard()), Function.identity(),
                        QueueSample::plus))
                .values();
    }

    void registerWork(Supplier<? extends Collection<WorkSample>> samples) {
        registry.register(new SampledGauges<WorkSample>(() -> List.copyOf(samples.get()),
                each -> Labels.of("queue", queues.learned(each.queue()), "shard", String.valueOf(each.shard())),
                List.of(new Gauge<>("work_depth", "Operations waiting in a queue of the engine", WorkSample::depth))));
    }

    void registerStore(Supplier<StoreSample> sample) {
        registry.register(new SampledGauges<StoreSample>(() -> List.of(sample.get()), each -> Labels.EMPTY,
                List.of(new Gauge<>("store_bytes", "Payload bytes stored", StoreSample::storeBytes),
                        new Gauge<>("wal_bytes", "Size of the write-ahead log", StoreSample::walBytes),
                        new Gauge<>("dedup_entries", "Idempotency keys remembered", StoreSample::dedupEntries),
                        new Gauge<>("dedup_capacity", "Most idempotency keys", StoreSample::dedupCapacity))));
    }

    void registerCapCache(LongSupplier entries) {
        registry.register(new SampledGauges<Long>(() -> List.of(entries.getAsLong()), each -> Labels.EMPTY,
                List.of(new Gauge<>("cap_cache_entries", "Signatures remembered", Long::doubleValue))));
    }
}
