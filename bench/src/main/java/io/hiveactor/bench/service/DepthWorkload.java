package io.hiveactor.bench.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How fast messages are received and acknowledged beside many that wait or are leased. What was taken is replaced after each
 * thousand, untimed, so that a queue of a thousand never runs dry and a queue of a million stays one.
 */
public final class DepthWorkload implements ServiceWorkload {
    private static final int CONNECTIONS = 4;
    private static final int BATCH = 32;
    private static final int BURST = 30 * BATCH;
    private static final int LEAST_READY = 1_000;
    private static final Duration MAX_BURST = Duration.ofSeconds(10);

    private final HiveBroker broker;
    private Map<String, Double> figures = Map.of();

    private DepthWorkload(int ready, int leased) {
        // room for as many leases as asked for, and for those of the load
        int leases = leased + 2 * BURST + 8_192;
        broker = HiveBroker.start(List.of(), List.of("--mailbox.global_inflight", String.valueOf(leases)));
        try {
            StoredMessages.send(broker, (long) ready + leased);
            if (leased > 0) {
                StoredMessages.lease(broker, leased);
                StoredMessages.send(broker, LEAST_READY); // a lease takes whole batches, which may be too many
            }
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    public static DepthWorkload ready(int messages) {
        return new DepthWorkload(messages, 0);
    }

    /** Beside a thousand that are ready. */
    public static DepthWorkload leased(int messages) {
        return new DepthWorkload(0, messages);
    }

    @Override
    public double run(int operations) {
        var latencies = LoadResult.histogram();
        long nanos = 0;
        long messages = 0;
        while (messages < operations) {
            LoadResult burst = ClosedLoop.run(broker.connect(CONNECTIONS, StoredMessages.PAYLOAD_BYTES, BATCH),
                    BURST, BATCH, MAX_BURST, connection -> {
                        int received = connection.receive();
                        if (received > 0) {
                            connection.acknowledge();
                        }
                        return received;
                    });
            if (burst.messages() == 0) {
                throw new IllegalStateException("nothing to receive");
            }
            nanos += burst.nanos();
            messages += burst.messages();
            latencies.add(burst.latencies());
            StoredMessages.send(broker, burst.messages());
        }
        var result = new LoadResult(nanos, messages, latencies);
        figures = result.figures();
        return result.nanosPerMessage();
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
