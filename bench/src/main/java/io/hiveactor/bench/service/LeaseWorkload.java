package io.hiveactor.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How late a message comes back when its lease ends. A client leases messages for two seconds, a hundred each 10 ms, and
 * then parks a receiver. Lateness counts from the end of the lease if it began when the client asked for it: it includes
 * the commit and the answer of both receives, and is never less than what the service adds.
 */
public final class LeaseWorkload implements ServiceWorkload {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int BATCH = 100;
    private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SECOND_LEASE = Duration.ofMinutes(10);
    private static final Duration LONG_POLL = Duration.ofSeconds(20);

    private final HiveBroker broker;
    private final int leases;
    private Map<String, Double> figures = Map.of();

    public LeaseWorkload(int leases) {
        this.leases = leases;
        broker = HiveBroker.start(List.of(), List.of("--mailbox.global_inflight", String.valueOf(2 * leases)));
    }

    @Override
    public void prepare() {
        broker.clear();
        StoredMessages.send(broker, leases);
    }

    @Override
    public double run(int operations) {
        var latenesses = LoadResult.histogram();
        try (HiveConnection connection = broker.connect(StoredMessages.PAYLOAD_BYTES, BATCH)) {
            receiveAgain(connection, lease(connection), latenesses);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var result = new LoadResult(0, leases, latenesses);
        figures = Map.of("p50Micros", result.microsAt(50), "p99Micros", result.microsAt(99),
                "maxMicros", result.microsAt(100));
        return latenesses.getMean();
    }

    /** Leases all messages and returns, by their ids, when they were asked for. */
    private Map<String, Long> lease(HiveConnection connection) throws IOException {
        var asked = new HashMap<String, Long>();
        long begin = System.nanoTime();
        for (int i = 0; asked.size() < leases; i++) {
            LockSupport.parkNanos(begin + i * PACE_NANOS - System.nanoTime());
            long now = System.nanoTime();
            int count = connection.receive(LEASE, Duration.ZERO);
            for (int m = 0; m < count; m++) {
                asked.put(connection.messageId(m), now);
            }
            checkTime(begin, asked.size() + " leased");
        }
        return asked;
    }

    private void receiveAgain(HiveConnection connection, Map<String, Long> asked, Histogram latenesses)
            throws IOException {
        long begin = System.nanoTime();
        while (!asked.isEmpty()) {
            int count = connection.receive(SECOND_LEASE, LONG_POLL);
            long now = System.nanoTime();
            for (int m = 0; m < count; m++) {
                Long since = asked.remove(connection.messageId(m));
                if (since != null) { // else it was sent beyond the number asked for
                    latenesses.recordValue(lateness(now - since - LEASE.toNanos()));
                }
            }
            checkTime(begin, asked.size() + " not received again");
        }
    }

    private static long lateness(long nanos) {
        if (nanos < 0) {
            throw new IllegalStateException("a lease ended " + -nanos + " ns early");
        }
        return nanos;
    }

    private static void checkTime(long begin, String state) {
        if (System.nanoTime() - begin > LIMIT.toNanos()) {
            throw new IllegalStateException("after " + LIMIT + ": " + state);
        }
    }

    @Override
    public Map<String, Double> figures() {
        return figures;
    }

    @Override
    public void close() {
        broker.close();
    }
}
