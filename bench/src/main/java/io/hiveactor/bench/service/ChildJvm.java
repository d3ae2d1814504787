package io.hiveactor.bench.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A Java program in a process of its own, with the class path of this one. It ends with this process at the latest.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ChildJvm implements AutoCloseable {
    /** As in {@code ./hive service}. */
    private static final List<String> LIKE_SHIPPED =
            List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED");
    private static final int LAST_LINES = 20;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final Process process;
    private final Thread endsWithUs;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** @param errors where its standard error goes */
    ChildJvm(Path errors, List<String> jvmOptions, Class<?> main, List<String> arguments) throws IOException {
        this.errors = errors;
        var command = new ArrayList<String>();
        command.add(jdkTool("java"));
        command.addAll(LIKE_SHIPPED);
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        endsWithUs = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(endsWithUs);
        Thread.ofPlatform().daemon().start(this::readOutput);
    }

    static String jdkTool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ended) {
            lines.add("");
        }
    }

    /**
     * The next line of its standard output.
     *
     * @throws IOException if there is none before the deadline
     */
    String nextLine(long deadlineNanos) throws IOException, InterruptedException {
        while (true) {
            String line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (line != null) {
                return line;
            }
            if (!process.isAlive() || System.nanoTime() - deadlineNanos > 0) {
                throw new IOException((process.isAlive() ? "not ready in time" : "ended with " + process.exitValue())
                        + "; the last lines of its standard error: " + lastErrors());
            }
        }
    }

    private String lastErrors() throws IOException {
        List<String> all = Files.readAllLines(errors);
        return String.join("\n", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
    }

    long pid() {
        return process.pid();
    }

    /** Kills it without warning. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        forget();
    }

    /** Asks it to end, and kills it if it does not. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_LIMIT)) {
            process.destroyForcibly().waitFor();
        }
        forget();
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(endsWithUs);
        } catch (IllegalStateException shuttingDown) {
            // then the hook finds a process that has ended
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
