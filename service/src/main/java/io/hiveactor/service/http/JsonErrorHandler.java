package io.hiveactor.service.http;

import io.hiveactor.service.time.Clocks;
import java.util.UUID;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers, in our own form, the requests that Jetty refuses before a handler sees them: malformed ones, those with too
 * large headers, and those that come after the server began to stop.
 *
 * <p><b>Threads:</b> any thread.
 */
final class JsonErrorHandler extends ErrorHandler {
    private static final long STOPPED_RETRY_MS = 5_000;

    private final Clocks clocks;
    private final RequestListener listener;

    JsonErrorHandler(Clocks clocks, RequestListener listener) {
        this.clocks = clocks;
        this.listener = listener;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Object status = request.getAttribute(ERROR_STATUS);
        ApiError error = error(status instanceof Integer number ? number : response.getStatus());
        UUID corrId = CorrIds.next(clocks.wallMillis());
        var json = new JsonWriter(256);
        error.write(json, corrId.toString());
        response.setStatus(error.status());
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CONTENT_TYPE, "application/json").put(Exchange.CORR_ID, corrId.toString());
        headers.put(HttpHeader.CONTENT_LENGTH, json.size());
        if (error.retryAfterMs() >= 0) {
            headers.put(HttpHeader.RETRY_AFTER, error.retryAfterSeconds());
        }
        listener.started(Route.UNKNOWN);
        listener.done(new RequestReport(Route.UNKNOWN, "other", error.status(), error.reason(), null, corrId, true, 0));
        response.write(true, json.buffer(), callback);
        return true;
    }

    private static ApiError error(int status) {
        return switch (status / 100) {
            case 4 -> ApiError.schema("header", "request", "the request is malformed or its headers are too large")
                    .withStatus(status);
            default -> status == 503
                    ? ApiError.of(ErrorCode.E_UNAVAILABLE, "draining", "the service is stopping")
                            .retryAfter(STOPPED_RETRY_MS)
                    : ApiError.of(ErrorCode.E_INTERNAL, "bug", "the service has a bug; it was logged");
        };
    }
}
