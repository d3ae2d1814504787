package io.hiveactor.service.http;

import io.hiveactor.service.capability.Op;
import org.jspecify.annotations.Nullable;

/** The requests of the API. {@link #path} is what metrics call it. */
public enum Route {
    SEND("POST", "/v1/send", Op.SEND, true),
    SEND_BATCH("POST", "/v1/send/batch", Op.SEND, true),
    RECV("POST", "/v1/recv", Op.RECV, true),
    RECV_CANCEL("POST", "/v1/recv/cancel", Op.RECV, false),
    RECV_STREAM("POST", "/v1/recv/stream", Op.RECV, true),
    ACK("POST", "/v1/ack/{msg_id}", Op.ACK, false),
    ACK_BATCH("POST", "/v1/ack/batch", Op.ACK, false),
    NACK("POST", "/v1/nack/{msg_id}", Op.NACK, false),
    EXTEND("POST", "/v1/extend/{msg_id}", Op.EXTEND, false),
    DLQ_LIST("GET", "/v1/dlq", Op.DLQ, false),
    DLQ_READ("GET", "/v1/dlq/{msg_id}", Op.DLQ, false),
    DLQ_PAYLOAD("GET", "/v1/dlq/{msg_id}/payload", Op.DLQ, false),
    DLQ_REPROCESS("POST", "/v1/dlq/reprocess", Op.REPROCESS, true),
    DLQ_PURGE("POST", "/v1/dlq/purge", Op.PURGE, true),
    TOPICS("GET", "/v1/topics", Op.STATS, false),
    TOPICS_PURGE("POST", "/v1/topics/purge", Op.PURGE, true),
    STATS("GET", "/v1/stats", Op.STATS, false),
    SERIES("GET", "/v1/stats/series", Op.STATS, false),
    REVOKE("POST", "/v1/caps/revoke", Op.REVOKE, true),
    PAGE("GET", "/", null, false),
    OPENAPI("GET", "/openapi.json", null, false),
    HEALTHZ("GET", "/healthz", null, false),
    READYZ("GET", "/readyz", null, false),
    METRICS("GET", "/metrics", null, false),
    /** No such path. */
    UNKNOWN("GET", "unknown", null, false);

    private final String method;
    private final String path;
    private final @Nullable Op permission;
    private final boolean stopsAtDrain;

    Route(String method, String path, @Nullable Op permission, boolean stopsAtDrain) {
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
    public @Nullable Op permission() {
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
