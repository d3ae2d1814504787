package io.hiveactor.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A request on a socket of its own, for clients that stop in the middle. */
final class RawRequest implements AutoCloseable {
    private static final int LIMIT_MS = 60_000;

    private final Socket socket;
    private final BufferedReader in;

    private RawRequest(TestClient client, String path, String body, int announced) {
        try {
            socket = new Socket();
            socket.setReceiveBufferSize(4_096); // before the connect, so that the window stays small
            socket.setSoTimeout(LIMIT_MS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), client.port()), LIMIT_MS);
            String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Authorization: Bearer " + client.token() + "\r\nContent-Length: " + announced + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 256);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a whole request. */
    static RawRequest whole(TestClient client, String path, Map<String, ?> body) {
        String text = TestClient.text(body);
        return new RawRequest(client, path, text, text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Sends a request whose body never arrives. */
    static RawRequest withoutBody(TestClient client, String path) {
        return new RawRequest(client, path, "", 100);
    }

    /** The next line of the answer; null at its end. */
    String readLine() {
        try {
            return in.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads up to a line that contains a text, and returns it. */
    String readUntil(String text) {
        String line = readLine();
        while (line != null && !line.contains(text)) {
            line = readLine();
        }
        return line;
    }

    /** Vanishes without a goodbye: the peer gets a reset. */
    void vanish() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
