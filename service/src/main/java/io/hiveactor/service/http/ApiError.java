package io.hiveactor.service.http;

import io.hiveactor.service.queue.Ulid;
import org.jspecify.annotations.Nullable;

/**
 * An error of a request or of an item of a batch. Shows no token, no payload and no stack.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param status status of the answer, if it is the request's error
 * @param reason one word, from a list that is part of the API
 * @param message for people
 * @param field JSON pointer, query key or header that is wrong
 * @param msgId the message it is about
 * @param retryAfterMs when to try again; -1 if that is not known
 */
record ApiError(
        int status,
        ErrorCode code,
        String reason,
        String message,
        @Nullable String field,
        @Nullable Ulid msgId,
        long retryAfterMs) {
    private static final long MAX_RETRY_SECONDS = 30;

    static ApiError of(ErrorCode code, String reason, String message) {
        return new ApiError(code.status(), code, reason, message, null, null, -1);
    }

    /** A field, query key or header that breaks its rule. */
    static ApiError schema(String reason, String field, String message) {
        return new ApiError(ErrorCode.E_SCHEMA.status(), ErrorCode.E_SCHEMA, reason, message, field, null, -1);
    }

    static ApiError of(AccessCheck.Denied denied) {
        ErrorCode code = denied.status() == 401 ? ErrorCode.E_CAP_AUTH : ErrorCode.E_CAP_SCOPE;
        return new ApiError(denied.status(), code, denied.reason(), denied.message(), null, null, -1);
    }

    static ApiError saturated(String reason, long retryAfterMs) {
        return of(ErrorCode.E_SATURATED, reason, "a limit of the service is reached: " + reason)
                .retryAfter(retryAfterMs);
    }

    ApiError withStatus(int newStatus) {
        return new ApiError(newStatus, code, reason, message, field, msgId, retryAfterMs);
    }

    ApiError about(@Nullable Ulid message) {
        return new ApiError(status, code, reason, this.message, field, message, retryAfterMs);
    }

    ApiError retryAfter(long millis) {
        return new ApiError(status, code, reason, message, field, msgId, Math.max(0, millis));
    }

    /** The value of the header {@code Retry-After}: whole seconds, rounded up, 1 to 30. */
    long retryAfterSeconds() {
        return Math.clamp((retryAfterMs + 999) / 1000, 1, MAX_RETRY_SECONDS);
    }

    void write(JsonWriter json, String corrId) {
        json.beginObject();
        json.name("code").text(code.name());
        json.name("reason").text(reason);
        json.name("message").text(message);
        json.name("corr_id").text(corrId);
        json.name("retryable").bool(code.isRetryable());
        if (field != null) {
            json.name("field").text(field);
        }
        if (msgId != null) {
            json.name("msg_id").text(msgId.toString());
        }
        if (retryAfterMs >= 0) {
            json.name("retry_after_ms").number(retryAfterMs);
        }
        json.endObject();
    }
}
