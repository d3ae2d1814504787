package io.hiveactor.service.engine;

import java.util.List;

/**
 * Whether the node can serve.
 *
 * @param missing keys of what is not ready; empty if all is
 * @param takesReads whether receives and settlements work
 * @param takesWrites whether sends work
 * @param isClockSteady whether wall clock and monotonic clock agree since the start; reported, fails nothing
 * @param retryAfterSeconds when to ask again
 */
public record Readiness(
        List<String> missing, boolean takesReads, boolean takesWrites, boolean isClockSteady, int retryAfterSeconds) {
    public boolean isReady() {
        return missing.isEmpty();
    }
}
