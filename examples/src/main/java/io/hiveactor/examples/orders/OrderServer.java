package io.hiveactor.examples.orders;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hiveactor.ipc.Ref;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes orders over HTTP: {@code POST /orders} with a body such as {@code tea 2}. */
final class OrderServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    OrderServer(Ref<Validator.Place> entrance) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/orders", exchange -> answer(exchange, entrance));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Ref<Validator.Place> entrance) throws IOException {
        try (exchange) {
            String[] words = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split(" ", 2);
            Answer answer = words.length == 2 && words[1].matches("-?\\d{1,6}")
                    ? place(entrance, new Order(words[0], Integer.parseInt(words[1])))
                    : new Answer(400, "an order is an item and a quantity");
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.code(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private record Answer(int code, String text) {}

    /** A stage that is full is the customer's to retry (429); a hive that is full or closing is ours to mend (503). */
    private static Answer place(Ref<Validator.Place> entrance, Order order) {
        return switch (entrance.request(new Validator.Place(order), PATIENCE)) {
            case Reply<Outcome> reply -> switch (reply.value()) {
                case Outcome.Accepted(long number, long cents) -> new Answer(200, "order " + number + ": " + cents + " cents");
                case Outcome.Rejected(String why) -> new Answer(400, why);
                case Outcome.Busy(String stage) -> new Answer(429, "too many orders to " + stage);
            };
            case NoReply<Outcome> none -> switch (none.reason()) {
                case MAILBOX_FULL -> new Answer(429, "too many orders to validate");
                case CLOSED, DROPPED -> new Answer(entrance.isAlive() ? 500 : 503, "the order was not processed");
                default -> new Answer(503, "not available: " + none.reason());
            };
        };
    }

    /** Takes no more orders, and lets those in hand be answered. */
    @Override
    public void close() {
        server.stop((int) PATIENCE.toSeconds());
        threads.close();
    }
}
