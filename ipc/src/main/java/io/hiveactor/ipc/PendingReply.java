package io.hiveactor.ipc;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.OpenRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been sent and whose answer can be waited for later, beside others. It can be selected on.
 *
 * <p>It takes up the slot of its answer until that is read, or until it is {@link #abandon abandoned}; and the slot of the
 * request for as long as its receiver has it.
 *
 * <p><b>Threads:</b> owner only, the actor that asked.
 */
public final class PendingReply extends Source implements RequestStarted {
    private final Ipc ipc;
    private final ActorPort port;
    private final OpenRequest request;
    private final long correlation;
    private final long deadlineNanos;
    private @Nullable Answer answer;

    PendingReply(Ipc ipc, ActorPort port, OpenRequest request, long deadlineNanos) {
        this.ipc = ipc;
        this.port = port;
        this.request = request;
        correlation = request.correlation(); // of this request: its place will be another one's
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Waits for the answer until the timeout that the request was made with. Asked again it gives the same. The message of
     * a reply is readable until this actor's next answer, or its next successful receive.
     */
    public Answer await() {
        Answer known = answer;
        if (known != null) {
            return known;
        }
        Answer ended = ipc.finish(request, deadlineNanos, false);
        answer = ended;
        return ended;
    }

    /** Waits for the answer until the request's timeout or this one, whichever is earlier; null if there is none yet. */
    public @Nullable Answer await(Duration timeout) {
        long until = Math.min(Deadlines.in(port, timeout), deadlineNanos);
        boolean isDue = until == deadlineNanos || isLate();
        return answer != null || isDue || port.await(request, until, false) ? await() : null;
    }

    /** Whether {@link #await()} would not wait: there is an answer, or it is too late for one. */
    @Override
    public boolean isReady() {
        return answer != null || port.isEnded(request) || isLate();
    }

    private boolean isLate() {
        return deadlineNanos != ActorPort.NEVER && ipc.context().nowNanos() >= deadlineNanos;
    }

    long deadlineNanos() {
        return answer == null ? deadlineNanos : ActorPort.NEVER;
    }

    /** Stops waiting; an answer that comes later is dropped. Does nothing after the end. */
    public void abandon() {
        if (answer == null) {
            port.abandon(request);
            answer = NoReply.CLOSED;
        }
    }

    @Override
    protected void arm(WakeUp wakeUp) {} // its actor is woken by the answer itself

    @Override
    protected void disarm(WakeUp wakeUp) {}

    @Override
    public String toString() {
        return "the answer to request " + correlation;
    }
}
