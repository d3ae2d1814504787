package io.hiveactor.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** ElasticMQ, by its HTTP protocol with JSON. */
public final class ElasticMqBroker implements Broker {
    private static final int MAX_BATCH = 10; // the most that SQS takes

    private final LocalServer server;

    private ElasticMqBroker(LocalServer server) {
        this.server = server;
    }

    public static ElasticMqBroker start() {
        var broker = new ElasticMqBroker(LocalServer.start(ElasticMqMain.class, List.of()));
        broker.call("CreateQueue", "{\"QueueName\":\"bench\"}");
        return broker;
    }

    @Override
    public BrokerConnection connect(int payloadBytes, int batch) {
        try {
            return new ElasticMqConnection(server.port(), payloadBytes, batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int maxBatch() {
        return MAX_BATCH;
    }

    @Override
    public void clear() {
        call("PurgeQueue", "{\"QueueUrl\":\"" + ElasticMqConnection.queueUrl(server.port()) + "\"}");
    }

    private void call(String action, String body) {
        try (var connection = new HttpConnection(server.port(), ElasticMqConnection.HEADERS)) {
            AsciiBuffer answer = connection.post("/", ElasticMqConnection.action(action), new AsciiBuffer().append(body));
            assert answer.length() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
