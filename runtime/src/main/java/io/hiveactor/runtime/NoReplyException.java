package io.hiveactor.runtime;

import java.io.Serial;

/** Thrown by {@link RequestResult#orThrow()} for a request that was not answered. */
public final class NoReplyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final NoReply.Reason reason;

    NoReplyException(NoReply<?> none) {
        super("no reply: " + none.reason() + (none.target() == null ? "" : "; the target: " + none.target()));
        reason = none.reason();
    }

    /** Why the request was not answered. */
    public NoReply.Reason reason() {
        return reason;
    }
}
