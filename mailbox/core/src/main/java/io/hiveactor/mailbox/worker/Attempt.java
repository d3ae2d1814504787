package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.lease.Heartbeat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at a request, as its handler sees it.
 *
 * <p><b>Threads:</b> any thread. Calls after the handler has returned have no effect.
 */
public final class Attempt {
    private final String requestId;
    private final int number;
    private final @Nullable Instant ends;
    private final Heartbeat heartbeat;
    private volatile @Nullable String sessionId;
    private boolean hasEnded; // guarded by this, so that no beat reaches the next request

    Attempt(String requestId, int number, @Nullable Instant ends, Heartbeat heartbeat) {
        this.requestId = requestId;
        this.number = number;
        this.ends = ends;
        this.heartbeat = heartbeat;
    }

    /** The id of the request. */
    public String requestId() {
        return requestId;
    }

    /** Which delivery of the request this is; the first is 1. */
    public int number() {
        return number;
    }

    /**
     * When its budget or the request's deadline is over; null if never. At the end of the budget the handler is
     * interrupted; at the deadline it is not.
     */
    public @Nullable Instant ends() {
        return ends;
    }

    /**
     * Reports progress, so that the lease is extended. A handler that stops doing so loses it. Once the budget of the
     * request has ended, beats have no effect.
     */
    public synchronized void beat() {
        if (!hasEnded) {
            heartbeat.beat();
        }
    }

    /** The handler has returned, or its budget has ended: from now on beats have no effect. */
    synchronized void end() {
        hasEnded = true;
    }

    /** Sets the session that the work belongs to; {@link WorkResult} carries it. */
    public void belongsTo(String session) {
        sessionId = session;
    }

    @Nullable String sessionId() {
        return sessionId;
    }
}
