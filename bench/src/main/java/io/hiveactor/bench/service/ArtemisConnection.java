package io.hiveactor.bench.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.jspecify.annotations.Nullable;

/** A client of Artemis. A batch is a transaction; single messages are sent and acknowledged without one. */
final class ArtemisConnection implements BrokerConnection {
    private static final long RECEIVE_MS = 1_000;

    private final ClientSessionFactory factory;
    private final ClientSession session;
    private final ClientProducer producer;
    private @Nullable ClientConsumer consumer;
    private final byte[] payload;
    private final int batch;
    private final List<ClientMessage> received = new ArrayList<>();

    ArtemisConnection(ClientSessionFactory factory, int payloadBytes, int batch) throws ActiveMQException {
        this.factory = factory;
        session = batch == 1 ? factory.createSession(true, true, 0) : factory.createSession(false, false);
        producer = session.createProducer(ArtemisBroker.QUEUE);
        session.start();
        payload = new byte[payloadBytes];
        this.batch = batch;
    }

    @Override
    public void send() throws IOException {
        try {
            for (int i = 0; i < batch; i++) {
                ClientMessage message = session.createMessage(true);
                message.getBodyBuffer().writeBytes(payload);
                producer.send(message);
            }
            commitBatch();
        } catch (ActiveMQException e) {
            throw new IOException(e);
        }
    }

    @Override
    public int receive() throws IOException {
        received.clear();
        try {
            ClientConsumer source = consumer();
            ClientMessage message = source.receive(RECEIVE_MS);
            while (message != null) {
                message.getBodyBuffer().readBytes(payload);
                received.add(message);
                message = received.size() < batch ? source.receive(RECEIVE_MS) : null;
            }
            return received.size();
        } catch (ActiveMQException e) {
            throw new IOException(e);
        }
    }

    /** Made when it is needed: Artemis pushes messages to a consumer, and a connection that only sends wants none. */
    private ClientConsumer consumer() throws ActiveMQException {
        ClientConsumer made = consumer;
        if (made == null) {
            made = session.createConsumer(ArtemisBroker.QUEUE);
            consumer = made;
        }
        return made;
    }

    @Override
    public void acknowledge() throws IOException {
        try {
            for (ClientMessage message : received) {
                var _ = message.acknowledge();
            }
            commitBatch();
        } catch (ActiveMQException e) {
            throw new IOException(e);
        }
    }

    private void commitBatch() throws ActiveMQException {
        if (batch > 1) {
            session.commit();
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (ActiveMQException e) {
            throw new IllegalStateException(e);
        } finally {
            factory.close();
        }
    }
}
