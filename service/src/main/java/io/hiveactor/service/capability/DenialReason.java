package io.hiveactor.service.capability;

import java.util.Locale;

/** Why a request was denied. */
public enum DenialReason {
    MISSING(401),
    MALFORMED(401),
    KEY(401),
    SIGNATURE(401),
    EXPIRED(401),
    REVOKED(401),
    CAVEAT(403),
    THIRD_PARTY(403),
    UNSCOPED(403),
    TIME(403),
    EARLY(403),
    AUD(403),
    NODE(403),
    OP(403),
    TOPIC(403),
    MAX_BYTES(403);

    private final int status;
    private final String wire = name().toLowerCase(Locale.ROOT);

    DenialReason(int status) {
        this.status = status;
    }

    /** The HTTP status: 401 if the token is not valid, 403 if it is valid but does not allow the request. */
    public int status() {
        return status;
    }

    /** The error code of the body. */
    public String code() {
        return status == 401 ? "E_CAP_AUTH" : "E_CAP_SCOPE";
    }

    /** The name in an error, a log line and a metric, such as {@code max_bytes}. */
    public String wire() {
        return wire;
    }
}
