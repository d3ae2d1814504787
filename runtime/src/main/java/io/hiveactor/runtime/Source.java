package io.hiveactor.runtime;

import io.hiveactor.runtime.port.Explained;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Something an actor can select on: a message filter, a pending reply, a bus, a channel, a future.
 *
 * <p>To write one, keep the wake-ups that are armed, and call {@link WakeUp#wake()} on them, from any thread, when
 * {@link #isReady()} may have become true. An unneeded wake-up does no harm.
 */
public abstract class Source {
    /**
     * Returns a future as a source, for one actor. Keep it: each one registers a callback with the future.
     *
     * @see SelectResult.Ready#value()
     */
    public static Source of(CompletionStage<?> stage) {
        return new FutureSource(stage.toCompletableFuture());
    }

    /** The request whose answer it is, if it is one; for who explains a wait. */
    @Nullable AnswerRoom request;

    /** What a wait for it is a wait for, if a sister module has said so. */
    @Nullable Explained explained;

    /** For subclasses; a source is created by one actor and used by it alone. */
    protected Source() {}

    /** Whether there is something to take. Called by the waiting actor. */
    protected abstract boolean isReady();

    /**
     * Takes what made the source ready, for {@link SelectResult.Ready#value()}. Called by the actor whose select found
     * it ready. Returns null unless a source says otherwise.
     */
    protected @Nullable Object take() {
        return null;
    }

    /** The actor is about to wait; it looks at {@link #isReady()} once more after this. */
    protected abstract void arm(WakeUp wakeUp);

    /** The actor does not wait any more. Called however the wait ends, by the actor or, after a kill, its shard. */
    protected abstract void disarm(WakeUp wakeUp);
}
