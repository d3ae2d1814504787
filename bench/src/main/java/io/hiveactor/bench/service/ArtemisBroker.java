package io.hiveactor.bench.service;

import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/** ActiveMQ Artemis, by its own client: durable messages, and each call waits for the answer. */
public final class ArtemisBroker implements Broker {
    static final String QUEUE = "bench";
    private static final int MAX_BATCH = 1024;
    /** The default of the Netty that Artemis comes with. */
    private static final List<String> OPTIONS = List.of("-Dio.netty.allocator.type=pooled");

    private final LocalServer server;
    private final ServerLocator locator;

    private ArtemisBroker(LocalServer server, ServerLocator locator) {
        this.server = server;
        this.locator = locator;
    }

    public static ArtemisBroker start() {
        LocalServer server = LocalServer.start(ArtemisMain.class, OPTIONS);
        try {
            ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + server.port())
                    .setBlockOnDurableSend(true).setBlockOnAcknowledge(true);
            var broker = new ArtemisBroker(server, locator);
            broker.administer(ArtemisBroker::createQueue);
            return broker;
        } catch (Exception e) { // as the locator declares
            server.close();
            throw new IllegalStateException("cannot start Artemis", e);
        }
    }

    private static void createQueue(ClientSession session) throws ActiveMQException {
        session.createQueue(QueueConfiguration.of(QUEUE).setRoutingType(RoutingType.ANYCAST).setDurable(true));
    }

    @Override
    public BrokerConnection connect(int payloadBytes, int batch) {
        try {
            return new ArtemisConnection(locator.createSessionFactory(), payloadBytes, batch);
        } catch (Exception e) { // as the locator declares
            throw new IllegalStateException("cannot connect to Artemis", e);
        }
    }

    @Override
    public int maxBatch() {
        return MAX_BATCH;
    }

    @Override
    public void clear() {
        administer(session -> {
            session.deleteQueue(QUEUE);
            createQueue(session);
        });
    }

    @FunctionalInterface
    private interface Administration {
        void on(ClientSession session) throws ActiveMQException;
    }

    private void administer(Administration work) {
        try (ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession()) {
            work.on(session);
        } catch (Exception e) { // as the locator declares
            throw new IllegalStateException("Artemis refuses", e);
        }
    }

    @Override
    public void close() {
        locator.close();
        server.close();
    }
}
