package io.hiveactor.service.http;

import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves the API on one port, and health and metrics on a second one.
 *
 * <p>Life: created, {@link #start}, optionally {@link #drain}, {@link #close}.
 *
 * <p><b>Threads:</b> any thread. Each request runs on a virtual thread of its own.
 */
public final class HttpServer implements AutoCloseable {
    private static final int PLATFORM_THREADS = 16; // acceptors, selectors, and those that hand over to virtual threads
    private static final long SWEEPS_PER_TIMEOUT = 5;

    private final HttpSettings settings;
    private final ServerContext context;
    private final SlowHeaderGuard guard;
    private final Server server;
    private final ServerConnector api;
    private final ServerConnector metrics;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The ports that were bound. */
    public record Ports(int api, int metrics) {}

    /** Binds nothing yet. Throws IOException if a TLS file cannot be used. */
    public HttpServer(HttpSettings settings, HttpBackend backend) throws IOException {
        this.settings = settings;
        Clocks clocks = backend.clocks();
        context = new ServerContext(settings, backend);
        guard = new SlowHeaderGuard(clocks::monotonicNanos);
        server = new Server(threads());
        server.setErrorHandler(new JsonErrorHandler(clocks, backend.listener()));
        server.setStopTimeout(settings.stopTimeout().toMillis());
        api = Listeners.open(server, settings, settings.api());
        metrics = Listeners.open(server, settings, settings.metrics());
        api.addBean(guard);
        metrics.addBean(guard);
        server.addConnector(api);
        server.addConnector(metrics);
        server.addBean(new NetworkConnectionLimit(settings.maxConnections(), api));
        server.setHandler(new GracefulHandler(byPort()));
    }

    /** Binds both ports and begins to serve. Throws IOException that names an address that is in use. */
    public Ports start() throws IOException {
        try {
            open(api, settings.api());
            open(metrics, settings.metrics());
            server.start();
            sweep();
        } catch (IOException e) {
            close();
            throw e;
        } catch (Exception e) {
            close();
            throw new IOException("cannot start the HTTP server", e);
        }
        return new Ports(api.getLocalPort(), metrics.getLocalPort());
    }

    /** From now on refuses what is not needed to finish, and ends streams. Repeated calls have no effect. */
    public void drain() {
        context.draining().set(true);
    }


    /** Waits for open requests up to the stop timeout, then closes all connections and ends all threads. Idempotent. */
    @Override
    public void close() {
        drain();
        if (closed.compareAndSet(false, true)) {
            try {
                server.stop();
            } catch (TimeoutException _) { // requests that did not end in time were cut off
            } catch (Exception e) {
                throw new IllegalStateException("cannot stop the HTTP server", e);
            } finally {
                server.destroy();
            }
        }
    }

    private Handler byPort() {
        var apiHandler = new ApiHandler(context, RouteHandlers.api(context), guard);
        var metricsHandler = new ApiHandler(context, RouteHandlers.metrics(context), guard);
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                boolean isMetrics = request.getConnectionMetaData().getConnector() == metrics;
                return (isMetrics ? metricsHandler : apiHandler).handle(request, response, callback);
            }
        };
    }

    private void sweep() {
        long timeoutMs = context.backend().limits().get().readTimeoutMs();
        guard.sweep(timeoutMs);
        if (!closed.get()) {
            long pauseMs = Math.max(1, timeoutMs / SWEEPS_PER_TIMEOUT);
            server.getScheduler().schedule(this::sweep, pauseMs, TimeUnit.MILLISECONDS);
        }
    }

    private static void open(ServerConnector connector, InetSocketAddress address) throws IOException {
        try {
            connector.open();
        } catch (IOException e) {
            throw new IOException("cannot listen on " + address.getHostString() + ":" + address.getPort(), e);
        }
    }

    private static QueuedThreadPool threads() {
        var threads = new QueuedThreadPool(PLATFORM_THREADS, 4);
        threads.setName("http");
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()));
        return threads;
    }
}
