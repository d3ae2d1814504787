package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** A console of a hive that is made up, and its clients. What it finds is calm; what it diagnoses is stuck. */
final class TestConsole implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(40);
    static final Duration SHORT = Duration.ofMillis(50);

    final AtomicReference<Supplier<HiveSnapshot>> hive = new AtomicReference<>(Views::calm);
    final AtomicReference<Supplier<Diagnosis>> diagnosis = new AtomicReference<>(() -> Diagnosis.of(Views.stuck()));
    private final Console console;

    TestConsole(int port, Duration patience) {
        var answers = new Answers(() -> hive.get().get(), () -> diagnosis.get().get());
        console = Console.open(port, "orders", answers, patience);
    }

    @Override
    public void close() {
        console.close();
    }

    int port() {
        return console.port();
    }

    InetSocketAddress address() {
        return console.address();
    }

    String ask(String request) throws IOException {
        return ask(console.port(), request);
    }

    /** @throws java.net.ConnectException if no console listens on the port */
    static String ask(int port, String request) throws IOException {
        try (Socket client = connect(port)) {
            say(client, request + "\n");
            return all(client);
        }
    }

    boolean answersCalmly() {
        try {
            return ask("top name 10 60").contains("calm#3");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Socket connect() throws IOException {
        return connect(console.port());
    }

    private static Socket connect(int port) throws IOException {
        var client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setSoTimeout((int) LONG.toMillis());
        return client;
    }

    static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    static String all(Socket client) throws IOException {
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
