package io.hiveactor.mailbox.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one worker of a group is.
 *
 * @param thread the name of its thread
 * @param mailbox the name of the mailbox it takes requests from
 * @param silence how long it has done the same without a heartbeat
 * @param requestId of the request in hand; null if there is none
 * @param isStuck whether the silence is longer than {@link GroupConfig#stuckAfter()} allows
 */
public record WorkerHealth(
        String thread,
        String mailbox,
        WorkerActivity activity,
        Duration silence,
        @Nullable String requestId,
        boolean isStuck,
        WorkerStats stats) {
    /** Whether a thread runs it. */
    public boolean isRunning() {
        return activity != WorkerActivity.STOPPED;
    }
}
