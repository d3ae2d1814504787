package io.hiveactor.runtime;

import java.io.Serial;

/** Thrown by {@code orThrow()} of a status that is not SENT. The message names the status. */
public final class NotSentException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NotSentException(Enum<?> status) {
        super("not sent: " + status);
    }
}
