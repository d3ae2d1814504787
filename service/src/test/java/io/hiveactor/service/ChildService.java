package io.hiveactor.service;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.capability.KeyFile;
import io.hiveactor.service.store.StoreProbe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A service in a process of its own, which can be killed. Its root keys are those of {@link TestService}. */
final class ChildService implements AutoCloseable {
    private static final long LIMIT_SECONDS = 120;
    private static final String END = "end of output";

    private final Process process;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private int port;
    private int metricsPort;

    /** How to start one. */
    record Setup(Path folder, Map<String, String> keys, List<String> jvmOptions, List<String> flags, String order) {
        Setup with(String key, String value) {
            Map<String, String> more = new TreeMap<>(keys);
            more.put(key, value);
            return new Setup(folder, more, jvmOptions, flags, order);
        }

        Setup withJvmOption(String option) {
            List<String> more = new ArrayList<>(jvmOptions);
            more.add(option);
            return new Setup(folder, keys, more, flags, order);
        }

        Setup withFlag(String flag) {
            return new Setup(folder, keys, jvmOptions, List.of(flag), order);
        }

        /** Stops during the start, at the n-th time of a point. */
        Setup parkedAt(StoreProbe.Point point, int times) {
            return new Setup(folder, keys, jvmOptions, flags, orderOf(point, times));
        }

        /** Starts it and waits until it is ready. */
        ChildService start() {
            var child = new ChildService(this);
            child.awaitReady();
            return child;
        }

        /** Starts it and waits for nothing. */
        ChildService launch() {
            return new ChildService(this);
        }
    }

    /** On disk, with the keys of {@link TestService} and the data in {@code folder/data}. */
    static Setup at(Path folder) {
        try {
            Path data = folder.resolve("data");
            if (!Files.exists(data)) {
                Files.createDirectory(data);
                KeyFile.write(data.resolve("keys"), TestService.KEYS);
            }
            Map<String, String> keys = new TreeMap<>(Map.of(
                    "store.data_dir", data.toString(),
                    "bind_addr", "127.0.0.1:0",
                    "metrics_addr", "127.0.0.1:0",
                    "console.port", "0",
                    "store.min_free", "16MiB"));
            return new Setup(folder, keys, List.of(), List.of(), ChildMain.NO_ORDER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ChildService(Setup setup) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-ea",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(setup.jvmOptions());
        command.add(ChildMain.class.getName());
        command.add(setup.order());
        setup.keys().forEach((key, value) -> {
            command.add("--" + key);
            command.add(value);
        });
        command.addAll(setup.flags());
        try {
            errors = Files.createTempFile(setup.folder(), "child", ".err");
            process = new ProcessBuilder(command)
                    .directory(setup.folder().toFile())
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::readLines);
    }

    private void readLines() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException killed) {
            // the pipe breaks with the process
        }
        lines.add(END);
    }

    /** Waits for a line of standard output, and returns it. */
    @CanIgnoreReturnValue
    String awaitLine(String prefix) {
        try {
            for (String line = poll(); ; line = poll()) {
                if (line.startsWith(prefix)) {
                    return line;
                }
                if (line.equals(END)) {
                    throw new AssertionError("ended before it printed '" + prefix + "': " + errors());
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String poll() throws InterruptedException {
        String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("printed nothing for " + LIMIT_SECONDS + " s: " + errors());
        }
        return line;
    }

    private void awaitReady() {
        awaitLine("hive service: ready in ");
        port = portOf(awaitLine("api "));
        metricsPort = portOf(awaitLine("metrics "));
    }

    private static int portOf(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static String orderOf(StoreProbe.Point point, int times) {
        return "park " + point + " " + times;
    }

    /** Stops it at the n-th time of a point from now on. */
    void parkAt(StoreProbe.Point point, int times) {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append(orderOf(point, times)).append('\n').flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitLine("ordered");
    }

    void awaitParked(StoreProbe.Point point) {
        awaitLine("parked " + point);
    }

    TestClient admin() {
        return client("op = *", "topic = *");
    }

    TestClient client(String... caveats) {
        return new TestClient(port, TestService.mint(caveats).token());
    }

    TestClient metrics() {
        return new TestClient(metricsPort, "none");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote to standard error. */
    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM. */
    void terminate() {
        if (!process.toHandle().destroy()) { // Process.destroy would close its streams, too
            throw new AssertionError("SIGTERM cannot be sent");
        }
    }

    /** Sends SIGHUP. */
    void hangUp() {
        try {
            Process kill = new ProcessBuilder("kill", "-HUP", Long.toString(pid())).start();
            if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("kill -HUP failed");
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends SIGKILL and waits until the process is gone. */
    void kill() {
        process.destroyForcibly();
        int ignored = awaitExit();
        assert ignored >= 0;
    }

    int awaitExit() {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("does not end: " + errors());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
