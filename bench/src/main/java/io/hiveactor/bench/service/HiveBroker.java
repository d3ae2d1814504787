package io.hiveactor.bench.service;

import io.hiveactor.service.ServiceMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The message service as it is shipped: messages in an SQLite file, synced before each answer. */
public final class HiveBroker implements Broker {
    static final String TOPIC = "bench";
    private static final int MAX_BATCH = 256;
    private static final int OK = 200;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final TempFolder folder = TempFolder.create();
    private final List<String> jvmOptions;
    private final List<String> settings;
    private @Nullable ChildJvm process;
    private @Nullable String capability;
    private int port;

    private HiveBroker(List<String> jvmOptions, List<String> settings) {
        this.jvmOptions = jvmOptions;
        this.settings = settings;
    }

    /** With its default settings. */
    public static HiveBroker start() {
        return start(List.of(), List.of());
    }

    /** @param settings names and values, each name with its two dashes */
    static HiveBroker start(List<String> jvmOptions, List<String> settings) {
        var broker = new HiveBroker(jvmOptions, settings);
        broker.startProcess();
        return broker;
    }

    private void startProcess() {
        var arguments = new ArrayList<>(List.of(
                "--store.data_dir", folder.path().resolve("data").toString(), "--bind_addr", "127.0.0.1:0",
                "--metrics_addr", "127.0.0.1:0", "--console.port", "0"));
        arguments.addAll(settings);
        try {
            process = new ChildJvm(folder.path().resolve("stderr"), jvmOptions, ServiceMain.class, arguments);
            awaitReady(process, System.nanoTime() + LocalServer.START_LIMIT.toNanos());
        } catch (IOException | RuntimeException | InterruptedException e) {
            close();
            throw new IllegalStateException("cannot start the service", e);
        }
    }

    /** Reads the address and, at the first start, the capability from what it prints, and waits until it is ready. */
    private void awaitReady(ChildJvm child, long deadlineNanos) throws IOException, InterruptedException {
        port = 0;
        while (port == 0 || capability == null) {
            String line = child.nextLine(deadlineNanos).strip();
            if (line.startsWith("api ")) {
                port = URI.create(line.substring("api ".length()).strip()).getPort();
            } else if (line.startsWith("admin capability")) {
                capability = child.nextLine(deadlineNanos).strip();
            }
        }
        try (var connection = new HttpConnection(port, "")) {
            while (connection.get("/readyz") != OK) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw new IOException("not ready in time");
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    /** Ends the process and starts it again on the same files; returns the time from its start until it is ready. */
    Duration restart(boolean kill) {
        try {
            if (kill) {
                running().kill();
            } else {
                running().stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        long begin = System.nanoTime();
        startProcess();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** The process that runs now. */
    ChildJvm running() {
        ChildJvm child = process;
        if (child == null) {
            throw new IllegalStateException("not started");
        }
        return child;
    }

    @Override
    public HiveConnection connect(int payloadBytes, int batch) {
        try {
            return new HiveConnection(port, headers(), payloadBytes, batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<HiveConnection> connect(int connections, int payloadBytes, int batch) {
        var connected = new ArrayList<HiveConnection>();
        for (int i = 0; i < connections; i++) {
            connected.add(connect(payloadBytes, batch));
        }
        return connected;
    }

    private String headers() {
        return "Authorization: Bearer " + capability + "\r\nContent-Type: application/json\r\n";
    }

    @Override
    public int maxBatch() {
        return MAX_BATCH;
    }

    @Override
    public void clear() {
        String body = "{\"topic\":\"" + TOPIC + "\",\"confirm\":\"" + TOPIC + "\"}";
        try (var connection = new HttpConnection(port, headers())) {
            AsciiBuffer answer = connection.post("/v1/topics/purge", "", new AsciiBuffer().append(body));
            assert answer.length() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        folder.close();
    }
}
