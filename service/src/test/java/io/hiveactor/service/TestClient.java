package io.hiveactor.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client of the API for tests. Each call has a limit.
 *
 * <p><b>Threads:</b> any thread.
 */
final class TestClient {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

    /** An answer with its body as JSON. */
    record Reply(int status, String retryAfter, JsonNode body) {
        /** The body of an answer that must be 200. */
        @CanIgnoreReturnValue
        JsonNode ok() {
            assertEquals(200, status, () -> body.toString());
            return body;
        }

        /** The reason of an error that must have this status. */
        String reason(int expected) {
            assertEquals(expected, status, () -> body.toString());
            return body.path("reason").asString("");
        }
    }

    /** A message that was received. */
    record Delivery(String id, String lease, String key, String payload, int attempt) {
        static Delivery of(JsonNode envelope) {
            byte[] payload = Base64.getDecoder().decode(envelope.path("payload_b64").asString());
            return new Delivery(
                    envelope.path("msg_id").asString(),
                    envelope.path("lease").asString(),
                    envelope.path("idem_key").asString(),
                    new String(payload, StandardCharsets.UTF_8),
                    envelope.path("attempt").asInt());
        }
    }

    private final URI base;
    private final String token;

    TestClient(int port, String token) {
        base = URI.create("http://127.0.0.1:" + port);
        this.token = token;
    }

    int port() {
        return base.getPort();
    }

    String token() {
        return token;
    }

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    static String text(Map<String, ?> body) {
        return JSON.writeValueAsString(body);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(LIMIT).header("Authorization", "Bearer " + token);
    }

    private HttpRequest posting(String path, Map<String, ?> body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(text(body)))
                .build();
    }

    @CanIgnoreReturnValue
    Reply post(String path, Map<String, ?> body) {
        return exchange(posting(path, body));
    }

    CompletableFuture<Reply> postLater(String path, Map<String, ?> body) {
        return HTTP.sendAsync(posting(path, body), BodyHandlers.ofString()).thenApply(TestClient::reply);
    }

    Reply get(String path) {
        return exchange(request(path).GET().build());
    }

    /** The text of an open page, such as metrics. */
    String page(String path) {
        try {
            return HTTP.send(request(path).GET().build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Throws {@link UncheckedIOException} if the connection breaks: what was asked may have happened. */
    private static Reply exchange(HttpRequest request) {
        try {
            return reply(HTTP.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Reply reply(HttpResponse<String> response) {
        String retryAfter = response.headers().firstValue("Retry-After").orElse("");
        return new Reply(response.statusCode(), retryAfter, json(response.body()));
    }

    // ---- operations ----

    static Map<String, Object> message(String topic, String key, String payload) {
        Map<String, Object> message = new HashMap<>();
        message.put("topic", topic);
        message.put("idem_key", key);
        message.put("payload_b64", Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8)));
        return message;
    }

    static Map<String, Object> receive(String topic, int maxMessages, long visibilityMs, long waitMs) {
        return Map.of(
                "topic", topic, "max_messages", maxMessages, "visibility_ms", visibilityMs, "wait_ms", waitMs);
    }

    Reply trySend(String topic, String key, String payload) {
        return post("/v1/send", message(topic, key, payload));
    }

    /** Sends a message, which must succeed, and returns its id. */
    @CanIgnoreReturnValue
    String send(String topic, String key) {
        return trySend(topic, key, "payload of " + key).ok().path("msg_id").asString();
    }

    List<Delivery> recv(String topic, int maxMessages, long visibilityMs, long waitMs) {
        return deliveries(post("/v1/recv", receive(topic, maxMessages, visibilityMs, waitMs)));
    }

    /** Receives one message, which must be there within some seconds. */
    Delivery recvOne(String topic, long visibilityMs) {
        List<Delivery> got = recv(topic, 1, visibilityMs, 20_000);
        assertEquals(1, got.size(), "messages received from " + topic);
        return got.getFirst();
    }

    static List<Delivery> deliveries(Reply reply) {
        List<Delivery> deliveries = new ArrayList<>();
        reply.ok().path("messages").forEach(envelope -> deliveries.add(Delivery.of(envelope)));
        return deliveries;
    }

    @CanIgnoreReturnValue
    Reply ack(Delivery delivery) {
        return post("/v1/ack/" + delivery.id(), Map.of("lease", delivery.lease()));
    }

    @CanIgnoreReturnValue
    Reply nack(Delivery delivery, long delayMs) {
        return post("/v1/nack/" + delivery.id(), Map.of("lease", delivery.lease(), "delay_ms", delayMs));
    }

    @CanIgnoreReturnValue
    Reply kill(Delivery delivery) {
        return post("/v1/nack/" + delivery.id(), Map.of("lease", delivery.lease(), "dead", true));
    }

    JsonNode stats(String topic) {
        return get("/v1/stats?topic=" + topic).ok();
    }

    /** Messages of a topic that are not dead. */
    long alive(String topic) {
        JsonNode stats = stats(topic);
        return stats.path("ready").asLong() + stats.path("leased").asLong() + stats.path("delayed").asLong();
    }

    long count(String topic, String what) {
        return stats(topic).path(what).asLong();
    }
}
