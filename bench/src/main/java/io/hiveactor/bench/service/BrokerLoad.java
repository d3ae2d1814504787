package io.hiveactor.bench.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The size of a load.
 *
 * @param batch messages of one request; a broker with a smaller limit gets what it takes
 */
public record BrokerLoad(int payloadBytes, int connections, int batch) {
    static final int MAX_EMPTY_RECEIVES = 10_000;

    /** About as many sends as a broker on two cores takes in a second. */
    int sendsPerSecond() {
        int single = Math.min(20_000, 2_000 * connections);
        return batch == 1 ? single : Math.min(40_000, 10 * single);
    }

    /** As many of them in one request as the broker takes. */
    int batch(Broker broker) {
        return Math.min(batch, broker.maxBatch());
    }

    List<BrokerConnection> connect(Broker broker) {
        var connected = new ArrayList<BrokerConnection>();
        for (int i = 0; i < connections; i++) {
            connected.add(broker.connect(payloadBytes, batch(broker)));
        }
        return connected;
    }

    /** Sends a batch. */
    int send(BrokerConnection connection, Broker broker) throws IOException {
        connection.send();
        return batch(broker);
    }

    /** Sends a batch, and receives and acknowledges as many messages, whoever sent them. */
    int cycle(BrokerConnection connection, Broker broker) throws IOException {
        connection.send();
        int missing = batch(broker);
        int empty = 0;
        while (missing > 0) {
            int received = connection.receive();
            if (received > 0) {
                connection.acknowledge();
                missing -= received;
            } else if (++empty == MAX_EMPTY_RECEIVES) {
                throw new IOException("messages are lost: nothing to receive, but " + missing + " are missing");
            }
        }
        return batch(broker);
    }
}
