package io.hiveactor.service.http;

import java.util.UUID;

/**
 * Learns what became of requests, for metrics and logs.
 *
 * <p><b>Threads:</b> called by the thread of the request; must not wait and must not throw.
 */
public interface RequestListener {
    /** A request was read up to its headers and has a route. */
    void started(Route route);

    /** The answer was written, or could not be. Called once for each {@link #started}. */
    void done(RequestReport report);

    /** A capability was missing, wrong or not sufficient. {@link #done} follows. */
    void denied(Route route, AccessCheck.Denied denied, UUID corrId);

    /** A bug: the request was answered with 500, if at all. {@link #done} follows. */
    void failed(Route route, Throwable bug, UUID corrId);
}
