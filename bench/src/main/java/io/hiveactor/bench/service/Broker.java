package io.hiveactor.bench.service;

/**
 * A message broker with one empty queue, in a process of its own.
 *
 * <p><b>Threads:</b> owner only.
 */
public interface Broker extends AutoCloseable {
    /** Opens a connection whose messages have payloads of so many bytes. */
    BrokerConnection connect(int payloadBytes, int batch);

    /** The most messages that one request may carry. */
    int maxBatch();

    /** Deletes all messages of the queue. No connection may be open. */
    void clear();

    /** Ends the process and deletes its files. */
    @Override
    void close();
}
