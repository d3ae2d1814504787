package io.hiveactor.ipc;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a future on its way to an actor.
 *
 * <p><b>Threads:</b> completed once, by any thread, before the notice that carries it is given; read by the actor after
 * that.
 */
final class PipedResult<T extends @Nullable Object, M> {
    private final BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> toMessage;
    private @Nullable T value;
    private @Nullable Throwable failure;
    private @Nullable M message;

    PipedResult(BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> toMessage) {
        this.toMessage = toMessage;
    }

    void complete(@Nullable T newValue, @Nullable Throwable newFailure) {
        value = newValue;
        failure = newFailure;
    }

    /** The message that it brings; made once. By the actor. */
    M message() {
        M made = message;
        if (made == null) {
            made = toMessage.apply(value, failure);
            if (made == null) {
                throw new NullPointerException("pipeToSelf got no message for " + (failure == null ? value : failure));
            }
            message = made;
        }
        return made;
    }
}
