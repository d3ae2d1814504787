package io.hiveactor.mailbox.worker;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param requestId that of the request
 * @param output what the handler gave; null if it failed
 * @param error why it failed; null if it did not
 * @param sessionId what the handler said that it belongs to; null if nothing
 * @param completedAt when it was done
 */
public record WorkResult<O extends @Nullable Object>(
        String requestId, @Nullable O output, @Nullable String error, @Nullable String sessionId, Instant completedAt) {
    public WorkResult {
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(completedAt, "completedAt");
    }

    /** Derived, and so no part of its JSON. */
    public boolean success() {
        return error == null;
    }
}
