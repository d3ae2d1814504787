package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.embedded.core.ExecutableProvider;

/** A real server in a process of its own, on a port of this machine, that can be killed and started again. */
final class TestServer implements AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Path directory;
    private final List<String> settings;
    private final int port;
    private Process process;

    private TestServer(List<String> settings) {
        try {
            directory = Files.createTempDirectory("redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.settings = settings;
        port = freePort();
    }

    /** Keeps nothing on disk. */
    static TestServer started() {
        return started("--save", "", "--appendonly", "no");
    }

    /** Keeps all that it has confirmed, also if it is killed. */
    static TestServer startedDurable() {
        return started("--save", "", "--appendonly", "yes", "--appendfsync", "always");
    }

    static TestServer started(String... settings) {
        var server = new TestServer(Arrays.asList(settings));
        server.start();
        return server;
    }

    /** With room for the bus of a cluster, whose port is 10000 above. */
    private static int freePort() {
        for (int i = 0; i < 1000; i++) {
            int port = 15_000 + (int) (Math.random() * 15_000);
            if (isFree(port) && isFree(port + 10_000)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free");
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    RedisURI uri() {
        return RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(Duration.ofSeconds(10)).build();
    }

    /** Starts it with what it had, and returns when it answers. */
    void start() {
        List<String> command = new ArrayList<>();
        try {
            command.add(Executable.FILE.toString());
            command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", directory.toString()));
            command.addAll(settings);
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var started = process;
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
        awaitAnswer();
    }

    private void awaitAnswer() {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        try (var client = RedisClient.create(uri())) {
            while (true) {
                try (var connection = client.connect()) {
                    if (connection.sync().info("persistence").contains("loading:0")) {
                        return;
                    }
                } catch (RedisException e) {
                    if (System.nanoTime() > deadline || !process.isAlive()) {
                        throw new IllegalStateException("the server does not start: " + log(), e);
                    }
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it as a power cut would, with no time to write anything. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it does not die");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The program, unpacked once. */
    private static final class Executable {
        static final Path FILE = unpacked();

        private static Path unpacked() {
            try {
                var directory = Files.createTempDirectory("redis-program").toFile();
                directory.deleteOnExit();
                var file = ExecutableProvider.newJarResourceProvider(directory).get();
                file.deleteOnExit();
                return file.toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
