package io.hiveactor.service.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names, labels and buckets of service 13.1, 13.2 and 16.22. */
class MetricsTest {
    private static final Pattern LINE = Pattern.compile("(?<name>[a-z_]+)(?:\\{(?<labels>.*)})? (?<value>\\S+)");
    private static final Duration TWO_MS = Duration.ofMillis(2);

    private final ServiceMetrics metrics = new ServiceMetrics(List.of("/v1/send"), List.of("orders", "other"));

    /** The value of a series, which is written as in the scrape. */
    private double value(String series) {
        return metrics.scrape().lines().filter(line -> line.startsWith(series + " ")).findFirst()
                .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .orElseThrow(() -> new AssertionError(series + " is not in\n" + metrics.scrape()));
    }

    private void callEachMethodOnce() {
        metrics.requestStarted("/v1/send", "POST");
        metrics.requestDone("/v1/send", "POST", 200, TWO_MS);
        metrics.enqueueTook(TWO_MS);
        metrics.dequeueTook(TWO_MS);
        metrics.ackTook(TWO_MS);
        metrics.batchCommitted(3, TWO_MS);
        metrics.queueDropped("work", 1);
        metrics.busyRejected("send");
        metrics.rejected("topic_full");
        metrics.authFailed("expired");
        metrics.capCacheEvicted("ttl", 1);
        metrics.integrityFailed("crc");
        metrics.enqueued("orders", 2);
        metrics.delivered("orders", 2);
        metrics.redelivered("orders", 2);
        metrics.visibilityTimedOut("orders", 2);
        metrics.duplicates("orders", 2);
        metrics.settledAfter("orders", 4);
        metrics.reprocessed("orders", 2);
        metrics.deadLettered("orders", "max_attempts");
        metrics.deadLettersPurged("orders", "retention", 2);
        metrics.dlqProfile("durable");
        metrics.reordered(1, 5);
        metrics.storeFailed("commit");
        metrics.taskSpawned("scanner");
        metrics.taskAborted("scanner");
        metrics.taskCanceled("scanner");
        metrics.backoffRetried("send");
        metrics.ioTimedOut("send");
        metrics.clockStepped();
        metrics.busLagged(2);
        metrics.scannerWoke(TWO_MS);
        metrics.requeueBackedOff();
        metrics.serviceRestarted();
        metrics.registerQueueGauges(() -> List.of(
                new QueueSample("orders", 1, 10, 20, 0.5, Duration.ofMillis(1_500), 30)));
        metrics.registerWorkGauges(() -> List.of(new WorkSample("work", 1, 7)));
        metrics.registerStoreGauges(() -> new StoreSample(1, 2, 3, 4));
        metrics.registerCapCacheEntries(() -> 5);
    }

    @Test
    void eachNameOfTheRuleIsThereWithItsLabelsAndNoOther() {
        callEachMethodOnce();

        Map<String, String> rule = new TreeMap<>();
        add(rule, "counter", "route,method,status", "http_requests_total");
        add(rule, "histogram", "route,method,status", "request_latency_seconds");
        add(rule, "gauge", "route,method", "inflight_requests");
        add(rule, "histogram", "", "enqueue_latency_seconds", "dequeue_latency_seconds", "ack_commit_latency_seconds",
                "store_commit_seconds", "store_batch_operations", "scanner_wake_jitter_ms");
        add(rule, "gauge", "topic_class,shard", "queue_depth", "inflight", "saturation", "oldest_ready_age_seconds",
                "dlq_depth");
        add(rule, "gauge", "queue,shard", "work_depth");
        add(rule, "counter", "queue,shard", "queue_dropped_total");
        add(rule, "counter", "endpoint", "busy_rejections_total");
        add(rule, "counter", "reason", "rejected_total", "auth_failures_total", "cap_cache_evictions_total",
                "integrity_fail_total");
        add(rule, "counter", "topic_class", "mailbox_enqueued_total", "mailbox_delivered_total",
                "mailbox_redelivered_total", "mailbox_visibility_timeout_total", "mailbox_duplicates_total",
                "dlq_reprocess_total");
        add(rule, "histogram", "topic_class", "mailbox_attempts");
        add(rule, "counter", "topic_class,reason", "dlq_total", "dlq_purges_total");
        add(rule, "gauge", "profile", "dlq_profile");
        add(rule, "gauge", "shard", "reorder_depth_max");
        add(rule, "counter", "kind", "store_failures_total", "tasks_spawned_total", "tasks_aborted_total",
                "tasks_canceled_total");
        add(rule, "counter", "op", "backoff_retries_total", "io_timeouts_total");
        add(rule, "gauge", "", "store_bytes", "wal_bytes", "dedup_entries", "dedup_capacity", "cap_cache_entries");
        add(rule, "counter", "", "clock_steps_total", "bus_lagged_total", "scanner_wake_total", "requeue_backoff_total",
                "service_restarts_total");
        assertEquals(lines(rule), lines(families(metrics.scrape())));
    }

    private static void add(Map<String, String> rule, String type, String labels, String... names) {
        for (String name : names) {
            rule.put(name, type + " {" + String.join(",", sorted(List.of(labels.split(",")))) + "}");
        }
    }

    private static List<String> sorted(List<String> labels) {
        return labels.stream().sorted().toList();
    }

    private static String lines(Map<String, String> families) {
        return families.toString().replace("}, ", "}\n");
    }

    /** Name of each family to its type and its labels, {@code le} left out; each must have a value. */
    private static Map<String, String> families(String scrape) {
        Map<String, String> types = new HashMap<>();
        Map<String, String> families = new TreeMap<>();
        for (String line : scrape.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ", 4);
                assertEquals(null, types.put(words[2], words[3]), line);
            } else if (!line.startsWith("#")) {
                Matcher parts = LINE.matcher(line);
                assertTrue(parts.matches(), line);
                String name = parts.group("name");
                String family = types.containsKey(name) ? name : name.replaceFirst("_(bucket|count|sum)$", "");
                families.put(family, types.get(family) + " {" + String.join(",", labels(parts.group("labels"))) + "}");
            }
        }
        assertEquals(types.keySet(), families.keySet());
        return families;
    }

    private static List<String> labels(String text) {
        List<String> names = new ArrayList<>();
        Matcher each = Pattern.compile("([a-z_]+)=\"").matcher(text == null ? "" : text);
        while (each.find()) {
            if (!each.group(1).equals("le")) {
                names.add(each.group(1));
            }
        }
        return names.isEmpty() ? List.of("") : sorted(names);
    }

    @Test
    void eachMethodCountsWhatItSays() {
        callEachMethodOnce();

        assertEquals(1, value("http_requests_total{method=\"POST\",route=\"/v1/send\",status=\"200\"}"));
        assertEquals(0, value("inflight_requests{method=\"POST\",route=\"/v1/send\"}"));
        for (String name : List.of("enqueue_latency_seconds", "dequeue_latency_seconds", "ack_commit_latency_seconds",
                "store_commit_seconds")) {
            assertEquals(0.002, value(name + "_sum"), 1e-9, name);
            assertEquals(1, value(name + "_count"), name);
        }
        assertEquals(3, value("store_batch_operations_sum"));
        assertEquals(2, value("scanner_wake_jitter_ms_sum"), 1e-9);
        assertEquals(1, value("scanner_wake_total"));
        for (String name : List.of("enqueued", "delivered", "redelivered", "visibility_timeout", "duplicates")) {
            assertEquals(2, value("mailbox_" + name + "_total{topic_class=\"orders\"}"), name);
        }
        assertEquals(2, value("dlq_reprocess_total{topic_class=\"orders\"}"));
        assertEquals(4, value("mailbox_attempts_sum{topic_class=\"orders\"}"));
        assertEquals(1, value("dlq_total{reason=\"max_attempts\",topic_class=\"orders\"}"));
        assertEquals(2, value("dlq_purges_total{reason=\"retention\",topic_class=\"orders\"}"));
        assertEquals(1, value("dlq_profile{profile=\"durable\"}"));
        assertEquals(1, value("rejected_total{reason=\"topic_full\"}"));
        assertEquals(1, value("auth_failures_total{reason=\"expired\"}"));
        assertEquals(1, value("cap_cache_evictions_total{reason=\"ttl\"}"));
        assertEquals(1, value("integrity_fail_total{reason=\"crc\"}"));
        assertEquals(1, value("busy_rejections_total{endpoint=\"send\"}"));
        assertEquals(1, value("queue_dropped_total{queue=\"work\",shard=\"1\"}"));
        assertEquals(1, value("store_failures_total{kind=\"commit\"}"));
        for (String name : List.of("spawned", "aborted", "canceled")) {
            assertEquals(1, value("tasks_" + name + "_total{kind=\"scanner\"}"), name);
        }
        assertEquals(1, value("backoff_retries_total{op=\"send\"}"));
        assertEquals(1, value("io_timeouts_total{op=\"send\"}"));
        assertEquals(1, value("clock_steps_total"));
        assertEquals(2, value("bus_lagged_total"));
        assertEquals(1, value("requeue_backoff_total"));
        assertEquals(1, value("service_restarts_total"));
    }

    @Test
    void gaugesShowTheSampleOfTheScrape() {
        callEachMethodOnce();
        String labels = "{shard=\"1\",topic_class=\"orders\"}";
        assertEquals(10, value("queue_depth" + labels));
        assertEquals(20, value("inflight" + labels));
        assertEquals(0.5, value("saturation" + labels));
        assertEquals(1.5, value("oldest_ready_age_seconds" + labels));
        assertEquals(30, value("dlq_depth" + labels));
        assertEquals(7, value("work_depth{queue=\"work\",shard=\"1\"}"));
        assertEquals(1, value("store_bytes"));
        assertEquals(2, value("wal_bytes"));
        assertEquals(3, value("dedup_entries"));
        assertEquals(4, value("dedup_capacity"));
        assertEquals(5, value("cap_cache_entries"));
    }

    @Test
    void samplesOfOneClassAndShardAreOneSeries() {
        metrics.registerQueueGauges(() -> List.of(
                new QueueSample("unknown", 0, 1, 2, 0.75, Duration.ofSeconds(3), 4),
                new QueueSample("other", 0, 10, 20, 0.5, Duration.ofSeconds(30), 40),
                new QueueSample("orders", 0, 100, 0, 0, Duration.ZERO, 0)));
        String labels = "{shard=\"0\",topic_class=\"other\"}";
        assertEquals(11, value("queue_depth" + labels));
        assertEquals(22, value("inflight" + labels));
        assertEquals(0.75, value("saturation" + labels));
        assertEquals(30, value("oldest_ready_age_seconds" + labels));
        assertEquals(44, value("dlq_depth" + labels));
        assertEquals(100, value("queue_depth{shard=\"0\",topic_class=\"orders\"}"));
    }

    @Test
    void bucketsAreThoseOfTheRule() {
        callEachMethodOnce();
        List<String> times = List.of("1.0E-4", "2.5E-4", "5.0E-4", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.035",
                "0.05", "0.075", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "+Inf");
        for (String name : List.of("request_latency_seconds", "enqueue_latency_seconds", "dequeue_latency_seconds",
                "ack_commit_latency_seconds", "store_commit_seconds")) {
            assertEquals(times, buckets(name));
        }
        assertEquals(List.of("0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "25.0", "35.0", "50.0", "75.0", "100.0",
                "250.0", "500.0", "1000.0", "2500.0", "5000.0", "+Inf"), buckets("scanner_wake_jitter_ms"));
        assertEquals(List.of("1.0", "2.0", "4.0", "8.0", "16.0", "32.0", "64.0", "128.0", "256.0", "512.0", "1024.0",
                "2048.0", "4096.0", "8192.0", "+Inf"), buckets("store_batch_operations"));
        assertEquals(List.of("1.0", "2.0", "3.0", "4.0", "5.0", "6.0", "7.0", "8.0", "9.0", "10.0", "20.0", "50.0",
                "+Inf"), buckets("mailbox_attempts"));
    }

    private List<String> buckets(String name) {
        Pattern le = Pattern.compile(name + "_bucket\\{.*le=\"([^\"]+)\".*");
        return metrics.scrape().lines().map(le::matcher).filter(Matcher::matches).map(each -> each.group(1)).toList();
    }

    @Test
    void unknownRoutesMethodsAndClassesAreOther() {
        metrics.requestStarted("/v1/" + "x".repeat(100), "BREW");
        metrics.enqueued("secret-topic", 1);
        assertEquals(1, value("inflight_requests{method=\"other\",route=\"other\"}"));
        assertEquals(1, value("mailbox_enqueued_total{topic_class=\"other\"}"));

        metrics.addTopicClasses(List.of("fresh"));
        metrics.enqueued("fresh", 1);
        assertEquals(1, value("mailbox_enqueued_total{topic_class=\"fresh\"}"));
    }

    @Test
    void theNumberOfSeriesIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            metrics.rejected("reason" + i);
            metrics.requestStarted("/v1/send", "POST");
            metrics.requestDone("/v1/send", "POST", i, TWO_MS);
        }
        assertEquals(1_000 - 128, value("rejected_total{reason=\"other\"}"));
        assertEquals(129, metrics.scrape().lines().filter(line -> line.startsWith("rejected_total{")).count());
        assertEquals(129, metrics.scrape().lines().filter(line -> line.startsWith("http_requests_total{")).count());
    }

    @Test
    void theLargestReorderDepthStays() {
        metrics.reordered(2, 5);
        metrics.reordered(2, 9);
        metrics.reordered(2, 1);
        metrics.reordered(3, 0);
        assertEquals(9, value("reorder_depth_max{shard=\"2\"}"));
        assertEquals(0, value("reorder_depth_max{shard=\"3\"}"));
    }

    @Test
    @Timeout(60)
    void theNumbersOfAHiveAreInTheSameScrape() {
        try (metrics; Hive hive = Hive.start(HiveConfig.builder().name("served").build())) {
            metrics.bindHive(hive);
            callEachMethodOnce();
            assertEquals(0, value("hive_actors{hive=\"served\"}"));
            assertEquals(0, value("hive_messages_total{hive=\"served\"}"));
            assertEquals(0, value("hive_send_wait_histogram{hive=\"served\",le=\"+Inf\"}"));
            assertEquals(0, value("hive_resources{hive=\"served\"}"));
            assertEquals(1, value("service_restarts_total"));
        }
    }

    @Test
    @Timeout(60)
    void anActorThatIsNamedLaterIsInALaterScrape() {
        try (metrics; Simulation simulation = Simulation.start(HiveConfig.builder().name("served").build(), 1)) {
            Hive hive = simulation.hive();
            metrics.bindHive(hive);
            ActorId shard = hive.spawn((Handler) (self, message) -> {});
            assertEquals(RegisterStatus.REGISTERED, hive.names().register("shard-0", shard));
            simulation.advance(Duration.ofSeconds(1));

            assertTrue(metrics.scrape().contains("hive_actors")); // finds the name
            assertEquals(0, value("hive_mailbox_depth{hive=\"served\",name=\"shard-0\"}"));
        }
    }
}
