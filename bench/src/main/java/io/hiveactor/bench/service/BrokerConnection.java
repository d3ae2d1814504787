package io.hiveactor.bench.service;

import java.io.IOException;

/**
 * A client with one socket. Each call is one request and returns when the broker has answered it.
 *
 * <p><b>Threads:</b> owner only, except for {@link #close}, which makes a waiting call fail.
 */
interface BrokerConnection extends AutoCloseable {
    /** Sends a batch. */
    void send() throws IOException;

    /** Leases at most a batch of messages and returns how many came. */
    int receive() throws IOException;

    /** Acknowledges all messages of the last receive. */
    void acknowledge() throws IOException;

    @Override
    void close();
}
