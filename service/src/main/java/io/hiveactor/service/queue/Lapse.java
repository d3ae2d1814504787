package io.hiveactor.service.queue;

/**
 * Whether a capability is still good. A lapsed one may still settle a lease that was taken under it, until that lease ends.
 */
public enum Lapse {
    NONE,
    EXPIRED,
    REVOKED
}
