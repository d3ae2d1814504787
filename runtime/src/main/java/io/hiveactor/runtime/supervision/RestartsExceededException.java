package io.hiveactor.runtime.supervision;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** What a supervisor ends with whose children had to be started again too often. */
public final class RestartsExceededException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RestartsExceededException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
