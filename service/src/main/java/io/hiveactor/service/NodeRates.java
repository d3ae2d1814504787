package io.hiveactor.service;

import io.hiveactor.service.http.RateBook;
import io.hiveactor.service.store.BatchReport;
import io.hiveactor.service.time.Clocks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What happened on this node in the last five minutes, in total and per topic, with the latencies of requests.
 *
 * <p><b>Threads:</b> any thread.
 */
final class NodeRates implements RateBook {
    private static final int SERIES_SECONDS = 300;
    private static final int RATE_SECONDS = 30;
    private static final int MOST_TOPICS = 4_096;
    private static final int SENT = 0;
    private static final int RECEIVED = 1;
    private static final int ACKED = 2;
    private static final int COLUMNS = 3;
    /** Four buckets for each power of two of microseconds. */
    private static final int BUCKETS = 128;

    private final Clocks clocks;
    private final SecondsRing node = new SecondsRing(SERIES_SECONDS, COLUMNS);
    private final SecondsRing latencies = new SecondsRing(SERIES_SECONDS, BUCKETS);
    private final Map<String, SecondsRing> topics = new ConcurrentHashMap<>();

    NodeRates(Clocks clocks) {
        this.clocks = clocks;
    }

    void add(Map<String, BatchReport.TopicEvents> events) {
        long second = second();
        events.forEach((topic, counted) -> {
            count(node, second, counted);
            SecondsRing ring = topics.size() < MOST_TOPICS || topics.containsKey(topic)
                    ? topics.computeIfAbsent(topic, name -> new SecondsRing(SERIES_SECONDS, COLUMNS))
                    : null;
            if (ring == null) {
                topics.values().removeIf(old -> old.lastSecond() < second - SERIES_SECONDS);
            } else {
                count(ring, second, counted);
            }
        });
    }

    private static void count(SecondsRing ring, long second, BatchReport.TopicEvents events) {
        ring.add(second, SENT, events.sent());
        ring.add(second, RECEIVED, events.claimed());
        ring.add(second, ACKED, events.acked());
    }

    void addLatency(long nanos) {
        long micros = Math.max(1, TimeUnit.NANOSECONDS.toMicros(nanos));
        int power = 63 - Long.numberOfLeadingZeros(micros);
        int quarter = power < 2 ? 0 : (int) (micros >>> (power - 2)) & 3;
        latencies.add(second(), Math.min(BUCKETS - 1, 4 * power + quarter), 1);
    }

    private static double bucketMs(int bucket) {
        long floorMicros = 1L << (bucket / 4);
        return floorMicros * (1 + (bucket % 4 + 0.5) / 4) / 1_000;
    }

    private long second() {
        return TimeUnit.MILLISECONDS.toSeconds(clocks.wallMillis());
    }

    @Override
    public Rates rates(String topic) {
        SecondsRing ring = topics.get(topic);
        return ring == null ? new Rates(0, 0) : new Rates(mean(ring, SENT), mean(ring, ACKED));
    }

    private double mean(SecondsRing ring, int column) {
        long now = second();
        long sum = 0;
        for (long second = now - RATE_SECONDS; second < now; second++) {
            sum += ring.get(second, column);
        }
        return sum / (double) RATE_SECONDS;
    }

    @Override
    public Series series(@Nullable String topic) {
        SecondsRing ring = topic == null ? node : topics.getOrDefault(topic, new SecondsRing(1, COLUMNS));
        var series = new Series(
                new long[SERIES_SECONDS],
                new double[SERIES_SECONDS],
                new double[SERIES_SECONDS],
                new double[SERIES_SECONDS],
                new double[SERIES_SECONDS],
                new double[SERIES_SECONDS],
                new double[SERIES_SECONDS]);
        long first = second() - SERIES_SECONDS;
        for (int i = 0; i < SERIES_SECONDS; i++) {
            long second = first + i;
            series.t()[i] = second;
            series.sent()[i] = ring.get(second, SENT);
            series.received()[i] = ring.get(second, RECEIVED);
            series.acked()[i] = ring.get(second, ACKED);
            series.p50Ms()[i] = percentileMs(second, 0.50);
            series.p95Ms()[i] = percentileMs(second, 0.95);
            series.p99Ms()[i] = percentileMs(second, 0.99);
        }
        return series;
    }

    private double percentileMs(long second, double part) {
        long all = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            all += latencies.get(second, bucket);
        }
        long wanted = (long) Math.ceil(all * part);
        long seen = 0;
        for (int bucket = 0; bucket < BUCKETS && all > 0; bucket++) {
            seen += latencies.get(second, bucket);
            if (seen >= wanted) {
                return bucketMs(bucket);
            }
        }
        return 0;
    }
}
