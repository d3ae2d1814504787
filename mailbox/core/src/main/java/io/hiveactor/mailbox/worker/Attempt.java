package io.hiveactor.mailbox.worker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at a request, as its handler sees it.
 *
 * <p><b>Threads:</b> any thread, while the handler runs.
 */
public final class Attempt {
    private final String requestId;
    private final int number;
    private final @Nullable Instant ends;
    private final Heartbeat heartbeat;
    private volatile @Nullable String sessionId;

    Attempt(String requestId, int number, @Nullable Instant ends, Heartbeat heartbeat) {
        this.requestId = requestId;
        this.number = number;
        this.ends = ends;
        this.heartbeat = heartbeat;
    }

    public String requestId() {
        return requestId;
    }

    /** Which delivery of the request this is; the first is 1. */
    public int number() {
        return number;
    }

    /** When its budget or the request's deadline is over; null if never. */
    public @Nullable Instant ends() {
        return ends;
    }

    /** Says that the work goes on, so that the lease is extended. Who stops saying so loses it. */
    public void beat() {
        heartbeat.beat();
    }

    /** Says what the work belongs to; the result tells it. */
    public void belongsTo(String session) {
        sessionId = session;
    }

    @Nullable String sessionId() {
        return sessionId;
    }
}
