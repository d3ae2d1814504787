package io.hiveactor.service.queue;

/**
 * Whether a granted capability is still valid. A lapsed one is granted only to acknowledge or refuse a message whose
 * lease was taken under the same cap_id and has not ended, which the store decides.
 */
public enum Lapse {
    /** The capability is valid. */
    NONE,
    /** Its {@code time <} has passed. */
    EXPIRED,
    /** It was revoked, or its key was retired. */
    REVOKED
}
