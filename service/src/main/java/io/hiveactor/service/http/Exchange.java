package io.hiveactor.service.http;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Entrance;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer: what was read of it so far, and the ways to go on.
 *
 * <p><b>Threads:</b> owner only, the request's thread.
 */
final class Exchange {
    static final String CORR_ID = "X-Corr-Id";

    private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
    private static final HttpField CLOSE = new PreEncodedHttpField(HttpHeader.CONNECTION, "close");
    private static final HttpField CHALLENGE = new PreEncodedHttpField(HttpHeader.WWW_AUTHENTICATE, "Bearer");

    private final ServerContext context;
    private final Request request;
    private final Response response;
    private final ResponseWriter writer;
    private final RouteTable.Match match;
    private final RequestLimits limits;
    private final long startNanos;
    private final UUID corrId;
    private final boolean isCorrIdGood;
    private @Nullable Grant grant;
    private @Nullable BodyReader body;
    private @Nullable String topic;
    private @Nullable String reason;
    private boolean isWritten;

    Exchange(ServerContext context, RouteTable routes, Request request, Response response) {
        this.context = context;
        this.request = request;
        this.response = response;
        writer = new ResponseWriter(response);
        match = routes.find(request.getHttpURI().getPath());
        limits = context.backend().limits().get();
        startNanos = context.backend().clocks().monotonicNanos();
        String sent = request.getHeaders().get(CORR_ID);
        UUID parsed = sent == null ? null : CorrIds.parse(sent);
        isCorrIdGood = sent == null || parsed != null;
        corrId = parsed == null ? CorrIds.next(wallMillis()) : parsed;
    }

    Route route() {
        return match.route();
    }

    String method() {
        return request.getMethod();
    }

    @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    long bodyLength() {
        return request.getLength();
    }

    RequestLimits limits() {
        return limits;
    }

    HttpSettings settings() {
        return context.settings();
    }

    UUID corrId() {
        return corrId;
    }

    boolean isCorrIdGood() {
        return isCorrIdGood;
    }

    Entrance entrance() {
        return context.backend().entrance();
    }

    boolean isDraining() {
        return context.isDraining();
    }

    long wallMillis() {
        return context.backend().clocks().wallMillis();
    }

    long monotonicNanos() {
        return context.backend().clocks().monotonicNanos();
    }

    void grant(Grant newGrant) {
        grant = newGrant;
    }

    Grant grant() {
        if (grant == null) {
            throw new IllegalStateException("no capability was checked for " + route());
        }
        return grant;
    }

    /** The message id in the path. */
    Ulid messageId() {
        Ulid id = match.messageId() == null ? null : Ulid.parse(match.messageId());
        if (id == null) {
            throw new Rejected(ApiError.schema("format", "msg_id", "must be a ULID"));
        }
        return id;
    }

    /** Reads the body as one object; an empty body has no fields if that is allowed. */
    Fields body(int maxBytes, boolean mayBeEmpty) {
        var reader = new BodyReader(request, maxBytes, context.memory(), limits);
        body = reader;
        reader.read(this::monotonicNanos);
        Fields fields = mayBeEmpty && reader.size() == 0
                ? new Fields("", new HashMap<>())
                : JsonReader.read(reader.bytes(), reader.size());
        query().end();
        return fields;
    }

    Fields body() {
        return body(settings().maxBodyBytes(), false);
    }

    Fields query() {
        return QueryReader.read(request.getHttpURI().getQuery());
    }

    /** Rejects the request unless its capability allows the topic. */
    void checkTopic(String name) {
        topic = name;
        check(grant().checkTopic(name));
    }

    /** The topic that the engine found, for the report. */
    void foundTopic(String name) {
        topic = name;
    }

    /** Rejects the request if this is a denial. */
    void check(AccessCheck.@Nullable Denied denied) {
        if (denied != null) {
            context.backend().listener().denied(route(), denied, corrId);
            throw new Rejected(ApiError.of(denied));
        }
    }

    /** Rejects the request if the rate of its capability is used up. */
    void takeRate(int cost) {
        long waitMs = grant().tryTake(cost);
        if (waitMs > 0) {
            throw new Rejected(ApiError.saturated("rate", waitMs));
        }
    }

    /** Executes one operation; throws {@link Rejected} unless it has an outcome of this type. */
    <T extends Outcome> T execute(String ofTopic, Operation operation, Class<T> type) {
        return expect(type, committed(entrance().execute(ofTopic, List.of(operation))).getFirst());
    }

    List<Outcome> committed(Answer answer) {
        return switch (answer) {
            case Answer.Committed committed -> committed.outcomes();
            case Answer.Busy busy -> throw new Rejected(Refusals.of(busy));
            case Answer.Unavailable unavailable -> throw new Rejected(Refusals.of(unavailable, limits));
            case Answer.PollInUse _ -> throw new Rejected(Refusals.pollInUse());
        };
    }

    static <T extends Outcome> T expect(Class<T> type, Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            throw new Rejected(Refusals.of(refused));
        }
        return type.cast(outcome);
    }

    /** Returns leases whose messages could not be written; if that fails too, they run out. */
    void giveBack(String ofTopic, List<LeaseRef> leases) {
        if (!leases.isEmpty()) {
            Answer _ = entrance().execute(ofTopic, List.of(new Operation.GiveBack(leases)));
        }
    }

    /** Answers with JSON; returns whether it was written. */
    boolean reply(JsonWriter json) {
        response.setStatus(200);
        return finish(JSON, json.buffer());
    }

    void reply(ApiError error) {
        reason = error.reason();
        response.setStatus(error.status());
        if (error.retryAfterMs() >= 0) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, error.retryAfterSeconds());
        }
        switch (error.status()) {
            case 401 -> response.getHeaders().put(CHALLENGE);
            case 405 -> response.getHeaders().put(HttpHeader.ALLOW, route().method());
            case 408, 413 -> closeAfterwards();
            default -> {}
        }
        if (error.reason().equals("memory")) {
            closeAfterwards();
        }
        var json = new JsonWriter(512);
        error.write(json, corrId.toString());
        boolean _ = finish(JSON, json.buffer());
    }

    /** Answers with any content. */
    boolean reply(int status, HttpField contentType, ByteBuffer content) {
        response.setStatus(status);
        return finish(contentType, content);
    }

    /** A header of the answer, to be set before it is written. */
    void header(String name, String value) {
        response.getHeaders().put(name, value);
    }

    /** Sends the head of an answer whose parts follow. */
    boolean begin(HttpField contentType) {
        response.setStatus(200);
        response.getHeaders().put(contentType).put(CORR_ID, corrId.toString());
        return write(false, ByteBuffer.allocate(0));
    }

    /** Sends a part of an answer that was begun. */
    boolean write(boolean isLast, ByteBuffer part) {
        isWritten = writer.write(isLast, part, limits.writeTimeoutMs()) && isLast;
        return writer.failure() == null;
    }

    boolean isCommitted() {
        return response.isCommitted();
    }

    /** Why the answer was not written, or null. */
    @Nullable Throwable failure() {
        return writer.failure();
    }

    /** Frees what the request holds, and reports how it ended. */
    void end() {
        if (body != null) {
            body.free(settings().isAmnesiac());
        }
        String method = switch (request.getMethod()) {
            case "GET", "POST" -> request.getMethod();
            default -> "other";
        };
        long nanos = monotonicNanos() - startNanos;
        context.backend().listener().done(new RequestReport(
                route(), method, response.getStatus(), reason, topic, corrId, isWritten, nanos));
    }

    private boolean finish(HttpField contentType, ByteBuffer content) {
        response.getHeaders().put(contentType).put(CORR_ID, corrId.toString());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
        return write(true, content);
    }

    private void closeAfterwards() {
        if (request.getConnectionMetaData().getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()) {
            response.getHeaders().put(CLOSE);
        }
    }
}
