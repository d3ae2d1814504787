package io.hiveactor.service.http;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What all requests of a server share.
 *
 * <p><b>Threads:</b> any thread.
 *
 * @param memory bytes of bodies that are being handled
 * @param streams streams that are open
 * @param draining set once, when the node stops
 */
record ServerContext(
        HttpSettings settings, HttpBackend backend, MemoryBudget memory, Streams streams, AtomicBoolean draining) {
    ServerContext(HttpSettings settings, HttpBackend backend) {
        this(settings, backend, new MemoryBudget(), new Streams(settings.maxStreams()), new AtomicBoolean());
    }

    boolean isDraining() {
        return draining.get();
    }
}
