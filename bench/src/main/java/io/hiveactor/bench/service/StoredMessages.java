package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Fills the service quickly: few connections, large batches. */
final class StoredMessages {
    static final int PAYLOAD_BYTES = 256;
    private static final int CONNECTIONS = 4;
    private static final int BATCH = 256;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration LONGEST_LEASE = Duration.ofHours(12);

    private StoredMessages() {}

    /** Sends at least so many messages. */
    static void send(HiveBroker broker, long messages) {
        run(broker, messages, connection -> {
            connection.send();
            return BATCH;
        });
    }

    /** Leases at least so many messages for longer than any benchmark takes. */
    static void lease(HiveBroker broker, long messages) {
        run(broker, messages, connection -> connection.receive(LONGEST_LEASE, Duration.ZERO));
    }

    private static void run(HiveBroker broker, long messages, ClosedLoop.Step<HiveConnection> step) {
        List<HiveConnection> connections = broker.connect(CONNECTIONS, PAYLOAD_BYTES, BATCH);
        LoadResult result = ClosedLoop.run(connections, messages, BATCH, LIMIT, step);
        if (result.messages() < messages) {
            throw new IllegalStateException("only " + result.messages() + " of " + messages + " after " + LIMIT);
        }
    }
}
