package io.hiveactor.service.observe;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.metrics.HiveMetrics;
import io.hiveactor.service.config.TopicRules;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The service's metrics in the text form of Prometheus. One method for each thing that happens.
 *
 * <p>Labels are bounded: an unknown route, method or topic class is counted as {@code other}, and so are reasons,
 * kinds, operations, endpoints and queues after the first 128 of each.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ServiceMetrics implements AutoCloseable {
    /*
     * Our own families use the Prometheus client under Micrometer's registry: a Micrometer timer would add a family
     * `_max` to each histogram, and build the identity of its meter anew for each event. Micrometer is there for
     * HiveMetrics, in the same registry.
     */
    private static final int MAX_VALUES = 128;
    private static final int MAX_CLASSES = TopicRules.MAX_RULES + 1;
    private static final double[] POWERS_OF_TWO = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
    private static final double[] ATTEMPTS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusMeterRegistry meters =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, registry, Clock.SYSTEM);
    private final MetricFamilies families = new MetricFamilies(registry);
    private final ServiceGauges gauges;

    private final LabelValues routes;
    private final LabelValues methods = new LabelValues(2, Set.of("GET", "POST"));
    private final LabelValues classes;
    private final LabelValues statuses = open();
    private final LabelValues queues = open();
    private final LabelValues endpoints = open();
    private final LabelValues reasons = open();
    private final LabelValues kinds = open();
    private final LabelValues ops = open();

    private final Counter requests =
            families.counter("http_requests_total", "Requests answered", "route", "method", "status");
    private final Histogram requestTimes =
            families.times("request_latency_seconds", "Time to answer a request", "route", "method", "status");
    private final Gauge inflightRequests =
            families.gauge("inflight_requests", "Requests not answered yet", "route", "method");
    private final Histogram enqueueTimes = families.times("enqueue_latency_seconds", "Time of a SEND until its commit");
    private final Histogram dequeueTimes = families.times("dequeue_latency_seconds", "Time of a RECV without its wait");
    private final Histogram ackTimes = families.times("ack_commit_latency_seconds", "Time of an ACK until its commit");
    private final Histogram commitTimes = families.times("store_commit_seconds", "Time of a transaction");
    private final Histogram batchSizes =
            families.histogram("store_batch_operations", "Operations of a transaction", POWERS_OF_TWO);
    private final Counter queueDropped =
            families.counter("queue_dropped_total", "Operations refused by a full queue", "queue", "shard");
    private final Counter busyRejections =
            families.counter("busy_rejections_total", "Requests answered 429", "endpoint");
    private final Counter rejected = families.counter("rejected_total", "Operations refused", "reason");
    private final Counter authFailures =
            families.counter("auth_failures_total", "Requests answered 401, 403", "reason");
    private final Counter capCacheEvictions =
            families.counter("cap_cache_evictions_total", "Signatures that the cache forgot", "reason");
    private final Counter integrityFails =
            families.counter("integrity_fail_total", "Rows and payloads found damaged", "reason");
    private final Counter enqueued = ofClass("mailbox_enqueued_total", "Messages stored");
    private final Counter delivered = ofClass("mailbox_delivered_total", "Messages acknowledged");
    private final Counter redelivered = ofClass("mailbox_redelivered_total", "Deliveries after the first");
    private final Counter visibilityTimeouts = ofClass("mailbox_visibility_timeout_total", "Leases that ended");
    private final Counter duplicates = ofClass("mailbox_duplicates_total", "Sends with a known idempotency key");
    private final Histogram attempts =
            families.histogram("mailbox_attempts", "Deliveries of a settled message", ATTEMPTS, "topic_class");
    private final Counter reprocessed = ofClass("dlq_reprocess_total", "Dead letters made ready again");
    private final Counter deadLettered =
            families.counter("dlq_total", "Messages moved to the dead letters", "topic_class", "reason");
    private final Counter purged =
            families.counter("dlq_purges_total", "Dead letters deleted", "topic_class", "reason");
    private final Gauge dlqProfile = families.gauge("dlq_profile", "1 for how dead letters are kept", "profile");
    private final Counter storeFailures = ofKind("store_failures_total", "Failed transactions");
    private final Counter tasksSpawned = ofKind("tasks_spawned_total", "Actors started");
    private final Counter tasksAborted = ofKind("tasks_aborted_total", "Actors killed at shutdown");
    private final Counter tasksCanceled = ofKind("tasks_canceled_total", "Operations whose caller left");
    private final Counter backoffRetries = ofOp("backoff_retries_total", "Operations tried again after a pause");
    private final Counter ioTimeouts = ofOp("io_timeouts_total", "Operations that took too long");
    private final Counter clockSteps = families.counter("clock_steps_total", "Steps of a clock");
    private final Counter busLagged =
            families.counter("bus_lagged_total", "Events that a slow reader of the bus missed");
    private final Counter scannerWakes = families.counter("scanner_wake_total", "Times the scanner woke");
    private final Histogram scannerJitter =
            families.millis("scanner_wake_jitter_ms", "How late the scanner woke, in ms");
    private final Counter requeueBackoffs = families.counter("requeue_backoff_total", "Scans put off for a full queue");
    private final Counter restarts = families.counter("service_restarts_total", "Actors started again by a supervisor");

    /** Requests are counted for these routes, messages for these topic classes, each also for {@code other}. */
    public ServiceMetrics(Collection<String> knownRoutes, Collection<String> topicClasses) {
        routes = new LabelValues(knownRoutes.size(), knownRoutes);
        classes = new LabelValues(MAX_CLASSES, topicClasses);
        gauges = new ServiceGauges(registry, classes, queues);
    }

    private static LabelValues open() {
        return new LabelValues(MAX_VALUES, Set.of());
    }

    private Counter ofClass(String name, String help) {
        return families.counter(name, help, "topic_class");
    }

    private Counter ofKind(String name, String help) {
        return families.counter(name, help, "kind");
    }

    private Counter ofOp(String name, String help) {
        return families.counter(name, help, "op");
    }

    /** Adds topic classes after a reload; at most 257 are ever known. */
    public void addTopicClasses(Collection<String> topicClasses) {
        classes.learn(topicClasses);
    }

    /** Must be followed by one {@link #requestDone} with the same route and method. */
    public void requestStarted(String route, String method) {
        inflightRequests.labelValues(routes.known(route), methods.known(method)).inc();
    }

    public void requestDone(String route, String method, int status, Duration time) {
        String ofRoute = routes.known(route);
        String ofMethod = methods.known(method);
        String ofStatus = statuses.learned(String.valueOf(status));
        inflightRequests.labelValues(ofRoute, ofMethod).dec();
        requests.labelValues(ofRoute, ofMethod, ofStatus).inc();
        requestTimes.labelValues(ofRoute, ofMethod, ofStatus).observe(MetricFamilies.seconds(time));
    }

    /** A SEND took this long until its commit. */
    public void enqueueTook(Duration time) {
        enqueueTimes.observe(MetricFamilies.seconds(time));
    }

    /** A RECV took this long, its wait for messages not counted. */
    public void dequeueTook(Duration time) {
        dequeueTimes.observe(MetricFamilies.seconds(time));
    }

    /** An ACK took this long until its commit. */
    public void ackTook(Duration time) {
        ackTimes.observe(MetricFamilies.seconds(time));
    }

    public void batchCommitted(int operations, Duration time) {
        batchSizes.observe(operations);
        commitTimes.observe(MetricFamilies.seconds(time));
    }

    /** A queue of the engine was full. */
    public void queueDropped(String queue, int shard) {
        queueDropped.labelValues(queues.learned(queue), String.valueOf(shard)).inc();
    }

    public void busyRejected(String endpoint) {
        busyRejections.labelValues(endpoints.learned(endpoint)).inc();
    }

    public void rejected(String reason) {
        rejected.labelValues(reasons.learned(reason)).inc();
    }

    public void authFailed(String reason) {
        authFailures.labelValues(reasons.learned(reason)).inc();
    }

    public void capCacheEvicted(String reason, long count) {
        capCacheEvictions.labelValues(reasons.learned(reason)).inc(count);
    }

    /** The reason is payload_hash, hash_chain, crc or structure. */
    public void integrityFailed(String reason) {
        integrityFails.labelValues(reasons.learned(reason)).inc();
    }

    public void enqueued(String topicClass, long count) {
        enqueued.labelValues(classes.known(topicClass)).inc(count);
    }

    /** Messages were acknowledged. */
    public void delivered(String topicClass, long count) {
        delivered.labelValues(classes.known(topicClass)).inc(count);
    }

    public void redelivered(String topicClass, long count) {
        redelivered.labelValues(classes.known(topicClass)).inc(count);
    }

    /** Leases ended without an answer. */
    public void visibilityTimedOut(String topicClass, long count) {
        visibilityTimeouts.labelValues(classes.known(topicClass)).inc(count);
    }

    public void duplicates(String topicClass, long count) {
        duplicates.labelValues(classes.known(topicClass)).inc(count);
    }

    /** A message was acknowledged or died after so many deliveries. */
    public void settledAfter(String topicClass, int deliveries) {
        attempts.labelValues(classes.known(topicClass)).observe(deliveries);
    }

    public void reprocessed(String topicClass, long count) {
        reprocessed.labelValues(classes.known(topicClass)).inc(count);
    }

    public void deadLettered(String topicClass, String reason) {
        deadLettered.labelValues(classes.known(topicClass), reasons.learned(reason)).inc();
    }

    public void deadLettersPurged(String topicClass, String reason, long count) {
        purged.labelValues(classes.known(topicClass), reasons.learned(reason)).inc(count);
    }

    /** How dead letters are kept: {@code durable} or {@code ephemeral}. Called once, at the start. */
    public void dlqProfile(String profile) {
        dlqProfile.labelValues(profile).set(1);
    }

    /** A first claim passed over this many older messages of its queue; the largest number is shown. */
    public void reordered(int shard, long depth) {
        gauges.reordered(shard, depth);
    }

    public void storeFailed(String kind) {
        storeFailures.labelValues(kinds.learned(kind)).inc();
    }

    public void taskSpawned(String kind) {
        tasksSpawned.labelValues(kinds.learned(kind)).inc();
    }

    public void taskAborted(String kind) {
        tasksAborted.labelValues(kinds.learned(kind)).inc();
    }

    public void taskCanceled(String kind) {
        tasksCanceled.labelValues(kinds.learned(kind)).inc();
    }

    public void backoffRetried(String op) {
        backoffRetries.labelValues(ops.learned(op)).inc();
    }

    public void ioTimedOut(String op) {
        ioTimeouts.labelValues(ops.learned(op)).inc();
    }

    public void clockStepped() {
        clockSteps.inc();
    }

    public void busLagged(long events) {
        busLagged.inc(events);
    }

    /** The scanner woke this long after the time it had asked for. */
    public void scannerWoke(Duration late) {
        scannerWakes.inc();
        scannerJitter.observe(MetricFamilies.toMillis(late));
    }

    public void requeueBackedOff() {
        requeueBackoffs.inc();
    }

    public void serviceRestarted() {
        restarts.inc();
    }

    /**
     * Shows what is in the queues. Each scrape calls the supplier once, on its own thread, and the supplier must not
     * wait. Samples of the same class and shard are added up. Called once.
     */
    public void registerQueueGauges(Supplier<? extends Collection<QueueSample>> samples) {
        gauges.registerQueues(samples);
    }

    /** Shows the engine's own queues, in the same way; no two samples may have the same queue and shard. */
    public void registerWorkGauges(Supplier<? extends Collection<WorkSample>> samples) {
        gauges.registerWork(samples);
    }

    /** Shows how much the store holds, in the same way. */
    public void registerStoreGauges(Supplier<StoreSample> sample) {
        gauges.registerStore(sample);
    }

    /** Shows how many signatures are remembered, in the same way. */
    public void registerCapCacheEntries(LongSupplier entries) {
        gauges.registerCapCache(entries);
    }

    /** Shows all numbers of a hive. Close this object after the hive. */
    public void bindHive(Hive hive) {
        new HiveMetrics(hive).bindTo(meters);
    }

    /** All metrics in the text form of Prometheus, version 0.0.4. */
    public String scrape() {
        return meters.scrape();
    }

    /** Removes the meters of the hive. Events may still be counted. */
    @Override
    public void close() {
        meters.close();
    }
}
