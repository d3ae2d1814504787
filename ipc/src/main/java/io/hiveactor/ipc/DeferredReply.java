package io.hiveactor.ipc;

import io.hiveactor.runtime.ReplyStatus;
import java.util.Objects;

/**
 * The right to answer a question later.
 *
 * <p><b>Threads:</b> owner only, the actor that was asked.
 *
 * @param <A> the answer
 */
public final class DeferredReply<A> {
    private final LaterReply right;

    DeferredReply(LaterReply right) {
        this.right = right;
    }

    /**
     * Answers; a second time is a bug and throws.
     *
     * @throws WrongThreadException if another thread than its actor answers; run the callback of a future as the actor, on
     *     {@link Ref#asExecutor()}
     */
    public ReplyStatus reply(A answer) {
        return right.replyObject(Objects.requireNonNull(answer, "answer"));
    }
}
