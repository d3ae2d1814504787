package io.hiveactor.service.queue;

import org.jspecify.annotations.Nullable;

/**
 * The next state of one message, and the outcome for the caller.
 *
 * @param outcome null if no caller waits for one
 * @param after the row as it is to be written; null if message and body are deleted
 * @param dead the row to add among the dead letters
 */
public record Step(@Nullable Outcome outcome, @Nullable MessageRow after, @Nullable DeadRow dead) {
    static Step to(MessageRow after) {
        return new Step(null, after, null);
    }

    Step with(Outcome newOutcome) {
        return new Step(newOutcome, after, dead);
    }

    /** Whether nothing is to be written: the operation was refused. */
    public boolean isRefused() {
        return outcome instanceof Outcome.Refused;
    }
}
