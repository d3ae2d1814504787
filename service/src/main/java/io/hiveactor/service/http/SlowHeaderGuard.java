package io.hiveactor.service.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes HTTP/1.1 connections whose next request has begun to arrive and is not complete up to its headers in time.
 * Jetty's idle timeout does not: each byte starts it again.
 *
 * <p><b>Threads:</b> any thread; {@link #sweep} is called by one thread.
 */
final class SlowHeaderGuard implements Connection.Listener {
    /*
     * A connection that is in no request, but has received bytes since its last one, is receiving headers. When that
     * was first seen is the begin of the time; so a header may take up to one pause between sweeps longer.
     */
    static final class Watch {
        private final Connection connection;
        private final AtomicLong begun = new AtomicLong();
        private final AtomicLong ended = new AtomicLong();
        private final AtomicLong bytesBefore = new AtomicLong();
        private long sinceNanos; // these three are the sweep's
        private long begunBefore;
        private boolean isSeen;

        private Watch(Connection connection) {
            this.connection = connection;
        }

        /** The request has ended. */
        void end() {
            bytesBefore.set(connection.getBytesIn());
            ended.incrementAndGet();
        }

        private void begin() {
            begun.incrementAndGet();
        }

        /** How long sweeps have seen one and the same request arrive. */
        private long receivingNanos(long now) {
            long begunNow = begun.get();
            boolean isReceiving = begunNow == ended.get() && connection.getBytesIn() > bytesBefore.get();
            if (!isReceiving || begunNow != begunBefore || !isSeen) {
                sinceNanos = now;
            }
            isSeen = isReceiving;
            begunBefore = begunNow;
            return now - sinceNanos;
        }
    }

    private final ConcurrentHashMap<Connection, Watch> watches = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    SlowHeaderGuard(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            watches.put(connection, new Watch(connection));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        watches.remove(connection);
    }

    /** A request has begun. */
    Watch begin(Request request) {
        Connection connection = request.getConnectionMetaData().getConnection();
        Watch watch = watches.get(connection);
        Watch found = watch == null ? new Watch(connection) : watch; // HTTP/2 has no watch
        found.begin();
        return found;
    }

    /** Closes the connections whose headers have taken longer than this. */
    void sweep(long timeoutMs) {
        long now = nanoTime.getAsLong();
        for (Watch watch : watches.values()) {
            if (watch.receivingNanos(now) >= TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                var cause = new TimeoutException("headers took longer than " + timeoutMs + " ms");
                watch.connection.getEndPoint().close(cause);
            }
        }
    }
}
