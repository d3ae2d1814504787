package io.hiveactor.service.capability;

/** Why a verified token left the cache. */
public enum CacheEviction {
    /** The cache was full. */
    SIZE,
    /** {@code mailbox.cap_cache_ttl} had passed. */
    EXPIRED,
    /** The cache was emptied: other keys, other settings, or too many failures. */
    EMPTIED
}
