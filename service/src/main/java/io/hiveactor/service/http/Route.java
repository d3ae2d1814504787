package io.hiveactor.service.http;

import org.jspecify.annotations.Nullable;

/** The requests of the API. {@link #path} is what metrics call it. */
public enum Route {
    SEND("POST", "/v1/send", Permission.SEND, true),
    SEND_BATCH("POST", "/v1/send/batch", Permission.SEND, true),
    RECV("POST", "/v1/recv", Permission.RECV, true),
    RECV_CANCEL("POST", "/v1/recv/cancel", Permission.RECV, false),
    RECV_STREAM("POST", "/v1/recv/stream", Permission.RECV, true),
    ACK("POST", "/v1/ack/{msg_id}", Permission.ACK, false),
    ACK_BATCH("POST", "/v1/ack/batch", Permission.ACK, false),
    NACK("POST", "/v1/nack/{msg_id}", Permission.NACK, false),
    EXTEND("POST", "/v1/extend/{msg_id}", Permission.EXTEND, false),
    DLQ_LIST("GET", "/v1/dlq", Permission.DLQ, false),
    DLQ_READ("GET", "/v1/dlq/{msg_id}", Permission.DLQ, false),
    DLQ_PAYLOAD("GET", "/v1/dlq/{msg_id}/payload", Permission.DLQ, false),
    DLQ_REPROCESS("POST", "/v1/dlq/reprocess", Permission.REPROCESS, true),
    DLQ_PURGE("POST", "/v1/dlq/purge", Permission.PURGE, true),
    TOPICS("GET", "/v1/topics", Permission.STATS, false),
    TOPICS_PURGE("POST", "/v1/topics/purge", Permission.PURGE, true),
    STATS("GET", "/v1/stats", Permission.STATS, false),
    SERIES("GET", "/v1/stats/series", Permission.STATS, false),
    REVOKE("POST", "/v1/caps/revoke", Permission.REVOKE, true),
    OPENAPI("GET", "/openapi.json", null, false),
    HEALTHZ("GET", "/healthz", null, false),
    READYZ("GET", "/readyz", null, false),
    METRICS("GET", "/metrics", null, false),
    /** No such path. */
    UNKNOWN("GET", "unknown", null, false);

    private final String method;
    private final String path;
    private final @Nullable Permission permission;
    private final boolean stopsAtDrain;

    Route(String method, String path, @Nullable Permission permission, boolean stopsAtDrain) {
        this.method = method;
        this.path = path;
        this.permission = permission;
        this.stopsAtDrain = stopsAtDrain;
    }

    /** Its only method. */
    public String method() {
        return method;
    }

    /** Its path, with {@code {msg_id}} for a message id. */
    public String path() {
        return path;
    }

    /** What a capability must allow; null if the route is open to all. */
    public @Nullable Permission permission() {
        return permission;
    }

    /** Whether a draining node refuses it. */
    public boolean stopsAtDrain() {
        return stopsAtDrain;
    }

    boolean hasBody() {
        return method.equals("POST");
    }
}
