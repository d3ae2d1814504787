package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.console.Line;
import io.hiveactor.runtime.console.Sort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Asks the console of a hive.
 *
 * @param port where it listens on this machine
 * @param timeout how long to wait for a connection, and for each part of the answer
 */
record ConsoleClient(int port, Duration timeout) {
    /** Somebody else's port may talk for ever. */
    private static final int LONGEST_ANSWER = 64 << 20;

    ConsoleClient(int port) {
        this(port, Duration.ofSeconds(5));
    }

    /**
     * Sends one request and waits for the whole answer.
     *
     * @throws java.net.ConnectException if nobody listens
     */
    String ask(String request) throws IOException {
        try (var socket = new Socket()) {
            int millis = (int) timeout.toMillis();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
        }
    }

    /** A screen, or a line that begins with {@link Console#ERROR}; nothing in it that a terminal obeys. */
    String top(Sort sort, int rows, int columns) throws IOException {
        return Line.printableLines(ask("top " + sort.word() + " " + rows + " " + columns));
    }
}
