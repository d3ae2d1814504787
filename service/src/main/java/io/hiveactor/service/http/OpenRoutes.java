package io.hiveactor.service.http;

import io.hiveactor.service.engine.Readiness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/**
 * What needs no capability: health, readiness, metrics, the description of the API and a page that points to it.
 *
 * <p><b>Threads:</b> any thread.
 */
final class OpenRoutes {
    private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
    private static final HttpField HTML =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/html; charset=utf-8");
    private static final HttpField METRICS =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
    private static final String NOT_DRAINING = "not_draining";

    /** Fails nothing by itself: the node only takes no sends. */
    private static final String CAPACITY = "capacity";

    private final ServerContext context;
    private final ByteBuffer openApi = resource("openapi.json");
    private final ByteBuffer page = resource("page.html");

    OpenRoutes(ServerContext context) {
        this.context = context;
    }

    void openApi(Exchange exchange) {
        boolean _ = exchange.reply(200, JSON, openApi.duplicate());
    }

    void page(Exchange exchange) {
        exchange.header("Content-Security-Policy", "default-src 'none'");
        boolean _ = exchange.reply(200, HTML, page.duplicate());
    }

    void health(Exchange exchange) {
        boolean _ = exchange.reply(new JsonWriter(32).beginObject().name("ok").bool(true).endObject());
    }

    void metrics(Exchange exchange) {
        byte[] text = context.backend().metrics().get().getBytes(StandardCharsets.UTF_8);
        boolean _ = exchange.reply(200, METRICS, ByteBuffer.wrap(text));
    }

    void readiness(Exchange exchange) {
        Readiness now = context.backend().readiness().get();
        List<String> missing = missing(now);
        boolean isReady = missing.isEmpty() || missing.equals(List.of(CAPACITY));
        var json = new JsonWriter(512);
        json.beginObject();
        if (isReady) {
            json.name("ready").bool(true);
            json.name("profile").text(context.settings().profile());
        } else {
            json.name("degraded").bool(true);
            json.name("missing").beginArray();
            missing.forEach(json::text);
            json.endArray();
            json.name("retry_after").number(now.retryAfterSeconds());
        }
        json.name("reads").bool(now.takesReads() && !context.isDraining());
        json.name("writes").bool(now.takesWrites() && !context.isDraining());
        json.name("dlq_profile").text(context.settings().dlqProfile());
        json.name("clock_skew_ok").bool(now.isClockSteady());
        boolean _ = exchange.reply(isReady ? 200 : 503, JSON, json.endObject().buffer());
    }

    private List<String> missing(Readiness now) {
        List<String> missing = new ArrayList<>(now.missing());
        if (context.isDraining() && !missing.contains(NOT_DRAINING)) {
            missing.add(NOT_DRAINING);
        }
        return missing;
    }

    private static ByteBuffer resource(String name) {
        try (InputStream in = OpenRoutes.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return ByteBuffer.wrap(in.readAllBytes()).asReadOnlyBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
