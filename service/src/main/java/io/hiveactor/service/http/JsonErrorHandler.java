package io.hiveactor.service.http;

import io.hiveactor.service.time.Clocks;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers, in our own form, the requests that Jetty refuses before a handler sees them: malformed ones and those with too
 * large headers.
 *
 * <p><b>Threads:</b> any thread.
 */
final class JsonErrorHandler extends ErrorHandler {
    private final Clocks clocks;

    JsonErrorHandler(Clocks clocks) {
        this.clocks = clocks;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Object status = request.getAttribute(ERROR_STATUS);
        int code = status instanceof Integer number ? number : response.getStatus();
        response.setStatus(code);
        response.write(true, body(code, response.getHeaders()), callback);
        return true;
    }

    private ByteBuffer body(int status, HttpFields.Mutable headers) {
        String corrId = CorrIds.next(clocks.wallMillis()).toString();
        ApiError error = switch (status / 100) {
            case 4 -> ApiError.schema("header", "request", "the request is malformed or its headers are too large");
            default -> ApiError.of(ErrorCode.E_INTERNAL, "bug", "the service has a bug; it was logged");
        };
        var json = new JsonWriter(256);
        error.write(json, corrId);
        headers.put(HttpHeader.CONTENT_TYPE, "application/json").put(Exchange.CORR_ID, corrId);
        headers.put(HttpHeader.CONTENT_LENGTH, json.size());
        return json.buffer();
    }
}
