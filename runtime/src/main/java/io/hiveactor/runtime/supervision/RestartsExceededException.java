package io.hiveactor.runtime.supervision;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Ends a supervisor that exceeded its restart intensity; see {@link SupervisorSpec#withIntensity}. */
public final class RestartsExceededException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RestartsExceededException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
