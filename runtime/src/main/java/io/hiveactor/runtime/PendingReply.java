package io.hiveactor.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a request that was started: its actor waits for it later, and may select on it.
 *
 * <p>It occupies the slot reserved for the reply until that is read, or until it is {@linkplain #abandon abandoned}.
 *
 * <p><b>Threads:</b> owner only, the actor that asked.
 *
 * @param <A> the answer
 */
public final class PendingReply<A> extends Source implements StartRequestResult<A> {
    private final ActorIpc ipc;
    private final AnswerRoom room;
    private final boolean isTyped;
    private final long correlation;
    private final long deadlineNanos;
    private @Nullable RequestResult<A> result;

    /** @param isTyped whether the answer is the object of the reply, rather than the message */
    PendingReply(ActorIpc ipc, AnswerRoom room, boolean isTyped, long deadlineNanos) {
        this.ipc = ipc;
        this.room = room;
        this.isTyped = isTyped;
        correlation = room.slot.correlation; // of this request: its slot will serve another one
        this.deadlineNanos = deadlineNanos;
        request = room;
    }

    /**
     * Waits for the reply until the timeout that the request was made with. Later calls return the same result. A message
     * is readable until this actor's next reply or its next successful receive.
     */
    public RequestResult<A> await() {
        RequestResult<A> known = result;
        if (known != null) {
            return known;
        }
        RequestResult<A> ended = ipc.finish(room, deadlineNanos, isTyped, false);
        result = ended;
        return ended;
    }

    /** Waits until the request's timeout or this one, whichever is earlier; returns null if there is no result yet. */
    public @Nullable RequestResult<A> await(Duration timeout) {
        long until = Math.min(ipc.deadlineIn(timeout), deadlineNanos);
        boolean isDue = until == deadlineNanos || isLate();
        return result != null || isDue || ipc.await(room, until, false) ? await() : null;
    }

    /** Whether {@link #await()} would return at once. */
    @Override
    public boolean isReady() {
        return result != null || ipc.isEnded(room) || isLate();
    }

    private boolean isLate() {
        return deadlineNanos != ActorIpc.NEVER && ipc.nowNanos() >= deadlineNanos;
    }

    /** When it is ready at the latest. */
    long deadlineNanos() {
        return result == null ? deadlineNanos : ActorIpc.NEVER;
    }

    /** Stops waiting; a reply that arrives later is dropped. Does nothing once there is a result. */
    public void abandon() {
        if (result == null) {
            ipc.abandon(room);
            result = NoReply.of(NoReply.Reason.CLOSED);
        }
    }

    @Override
    protected void arm(WakeUp wakeUp) {} // the reply itself wakes the actor

    @Override
    protected void disarm(WakeUp wakeUp) {}

    @Override
    public String toString() {
        return "the answer to request " + correlation;
    }
}
