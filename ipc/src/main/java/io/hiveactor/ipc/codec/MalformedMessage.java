package io.hiveactor.ipc.codec;

import org.jspecify.annotations.Nullable;

/** The bytes of a message stand for no value of the type that its receiver expects. The sender is to blame. */
public final class MalformedMessage extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param problem names the value */
    public MalformedMessage(String problem) {
        super(problem);
    }

    /** @param problem names the value */
    public MalformedMessage(String problem, @Nullable Throwable cause) {
        super(problem, cause);
    }
}
