package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.service.engine.Readiness;
import io.hiveactor.service.time.Clocks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A server on a free port with a scripted engine. Every exchange is compared with the description of the API. */
final class TestServer implements AutoCloseable, RequestListener, RateBook {
    private static final OpenApiCheck OPEN_API = OpenApiCheck.load();
    private static final ObjectMapper JSON = new ObjectMapper();
    static final RequestLimits LIMITS = new RequestLimits(5_000, 5_000, 3_000, 256L << 20, 250, 5_000, 32, 524_288);

    final ScriptedEntrance entrance = new ScriptedEntrance();
    final FakeAccess access = new FakeAccess();
    final BlockingQueue<Throwable> bugs = new LinkedBlockingQueue<>();
    final BlockingQueue<RequestReport> reports = new LinkedBlockingQueue<>();
    final HttpClient client = HttpClient.newHttpClient();
    final HttpServer server;
    final HttpServer.Ports ports;
    volatile RequestLimits limits = LIMITS;
    volatile Readiness readiness = new Readiness(List.of(), true, true, true, 1);

    /** An answer, its body read as JSON if it is. */
    record Reply(HttpResponse<byte[]> response) {
        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return JSON.readTree(response.body());
        }

        String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        /** Status, code, reason and field in one text. */
        String error() {
            JsonNode json = json();
            String field = json.has("field") ? " " + json.get("field").asString() : "";
            return status() + " " + json.get("code").asString() + " " + json.get("reason").asString() + field;
        }
    }

    TestServer() {
        this(settings -> settings);
    }

    TestServer(UnaryOperator<HttpSettings> change) {
        try {
            server = new HttpServer(change.apply(settings()), backend());
            ports = server.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static HttpSettings settings() {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new HttpSettings(
                anyPort, anyPort, null, 1_024, Duration.ofSeconds(60), 1_572_864, 4_194_304, 256,
                Duration.ofSeconds(15), Duration.ofSeconds(3), false, "macronode", "durable");
    }

    HttpBackend backend() {
        return new HttpBackend(
                entrance, access, () -> limits, this, this, () -> readiness, () -> "up 1\n", Clocks.system());
    }

    Reply post(String path, String body, String... headers) {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply post(String path, byte[] body, String... headers) {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofByteArray(body));
        request.setHeader("Content-Type", "application/json");
        return send(request, "POST", path, body, headers);
    }

    Reply get(String path, String... headers) {
        return send(request(path).GET(), "GET", path, null, headers);
    }

    /** Sends a request as it is. */
    Reply send(HttpRequest.Builder request, String method, String path, byte[] body, String... headers) {
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
        OPEN_API.check(
                method, path, body, response.statusCode(), response.headers()::firstValue, response.body());
        return new Reply(response);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.api() + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", FakeAccess.TOKEN);
    }

    RequestReport nextReport() throws InterruptedException {
        return reports.poll(10, TimeUnit.SECONDS);
    }

    /** Also fails the test if the server had a bug. */
    @Override
    public void close() {
        server.close();
        client.close();
        assertEquals(List.of(), List.copyOf(bugs));
    }

    @Override
    public void started(Route route) {}

    @Override
    public void done(RequestReport report) {
        reports.add(report);
    }

    @Override
    public void denied(Route route, AccessCheck.Denied denied, UUID corrId) {}

    @Override
    public void failed(Route route, Throwable bug, UUID corrId) {
        bugs.add(bug);
    }

    @Override
    public Rates rates(String topic) {
        return new Rates(1.5, 2);
    }

    @Override
    public Series series(String topic) {
        return new Series(
                new long[300], new double[300], new double[300], new double[300], new double[300], new double[300],
                new double[300]);
    }
}
