package io.hiveactor.service.http;

/**
 * Ends the reading of a request, or of an item of a batch, with an error. It never leaves this package; without it each
 * field that is read would need a branch of its own.
 */
final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ApiError error;

    Rejected(ApiError error) {
        super(error.reason(), null, false, false);
        this.error = error;
    }

    ApiError error() {
        return error;
    }
}
