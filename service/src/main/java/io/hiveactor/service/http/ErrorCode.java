package io.hiveactor.service.http;

/** The codes of errors, each with its usual status. */
enum ErrorCode {
    E_SCHEMA(400, false),
    E_CAP_AUTH(401, false),
    E_CAP_SCOPE(403, false),
    E_NOT_FOUND(404, false),
    E_TIMEOUT(408, true),
    E_DUPLICATE(409, false),
    E_LEASE_LOST(409, false),
    E_FRAME_TOO_LARGE(413, false),
    E_INTEGRITY(422, false),
    E_SATURATED(429, true),
    E_INTERNAL(500, false),
    E_UNAVAILABLE(503, true);

    private final int status;
    private final boolean isRetryable;

    ErrorCode(int status, boolean isRetryable) {
        this.status = status;
        this.isRetryable = isRetryable;
    }

    int status() {
        return status;
    }

    boolean isRetryable() {
        return isRetryable;
    }
}
