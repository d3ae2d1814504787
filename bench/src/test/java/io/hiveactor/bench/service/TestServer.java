package io.hiveactor.bench.service;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers every request in one way and remembers it. */
final class TestServer implements AutoCloseable {
    /** A request, as text. */
    record Seen(String path, String authorization, String body) {}

    private final HttpServer server;
    final List<Seen> seen = new CopyOnWriteArrayList<>();

    /** @param isChunked else the answer has a length */
    TestServer(int status, String answer, boolean isChunked) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.add(new Seen(exchange.getRequestURI().getPath(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII)));
            byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, isChunked ? 0 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
