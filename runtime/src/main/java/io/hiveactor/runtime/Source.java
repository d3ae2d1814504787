package io.hiveactor.runtime;

import io.hiveactor.runtime.port.Explained;
import org.jspecify.annotations.Nullable;

/**
 * Something that an actor can wait for besides others: a filter for messages, an open request, a bus, a channel.
 *
 * <p>To write one: keep the wake-ups that are armed, and call {@link WakeUp#wake()} on them, from any thread, when
 * {@link #isReady()} may have become true. A wake-up too many does no harm.
 */
public abstract class Source {
    /** The request whose answer it is, if it is one; for who explains a wait. */
    @Nullable AnswerRoom request;

    /** What a wait for it is a wait for, if a sister module has said so. */
    @Nullable Explained explained;

    protected Source() {}

    /** Whether there is something to take. Called by the waiting actor. */
    protected abstract boolean isReady();

    /** The actor is about to wait; it looks at {@link #isReady()} once more after this. */
    protected abstract void arm(WakeUp wakeUp);

    /** The actor does not wait any more. Called however the wait ends, by the actor or, after a kill, its shard. */
    protected abstract void disarm(WakeUp wakeUp);
}
