package io.hiveactor.service.capability;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.LongSupplier;

/**
 * The token buckets of all rate caveats in use on this node. A bucket is known by the signature after its caveat, so
 * tokens derived from one share it. There is room for 100,000; the bucket of a caveat that was not used for long may
 * be dropped, and is full when it is used again.
 *
 * <p><b>Threads:</b> any thread.
 */
final class RateBuckets {
    private static final int CAPACITY = 100_000;

    private final Cache<Hash256, TokenBucket> buckets =
            Caffeine.newBuilder().maximumSize(CAPACITY).executor(Runnable::run).build();
    private final LongSupplier nanoClock;

    RateBuckets(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    TokenBucket get(Hash256 signature, Caveat.Rate rate) {
        return buckets.get(signature, _ -> new TokenBucket(rate, nanoClock.getAsLong()));
    }
}
