package io.hiveactor.service.capability;

import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.Ulid;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What a verified token allows.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Capability {
    private final TokenId id;
    private final RootKey key;
    private final TokenCaveats caveats;
    private final List<TokenBucket> buckets;
    private final LongSupplier nanoClock;
    private final Lapse lapse;

    Capability(TokenId id, RootKey key, TokenCaveats caveats, List<TokenBucket> buckets, LongSupplier nanoClock,
            Lapse lapse) {
        this.id = id;
        this.key = key;
        this.caveats = caveats;
        this.buckets = buckets;
        this.nanoClock = nanoClock;
        this.lapse = lapse;
    }

    /** Names the minted token; all tokens derived from it have the same. */
    public Ulid capId() {
        return id.capId();
    }

    /** The id of its root key. */
    public String kid() {
        return id.kid();
    }

    /** The epoch of its key when it was minted. */
    public int epoch() {
        return id.epoch();
    }

    /** The first instant at which it is no longer valid. */
    public Instant expiry() {
        return caveats.expiry();
    }

    /** Anything but {@link Lapse#NONE} only for {@link Op#ACK} and {@link Op#NACK}. */
    public Lapse lapse() {
        return lapse;
    }

    /** Whether all its topic caveats allow this topic. */
    public boolean allowsTopic(String topic) {
        return caveats.allMatch(Caveat.Topics.class, caveat -> caveat.allows(topic));
    }

    /** Whether all its topic caveats are {@code *}. */
    public boolean allowsEveryTopic() {
        return caveats.allMatch(Caveat.Topics.class, Caveat.Topics::allowsEveryTopic);
    }

    /** The largest payload it may send; {@link Long#MAX_VALUE} if no caveat limits it. */
    public long maxBytes() {
        return caveats.all(Caveat.MaxBytes.class).mapToLong(Caveat.MaxBytes::limit).min().orElse(Long.MAX_VALUE);
    }

    /**
     * Takes the cost of a request from the bucket of each rate caveat. Returns 0, or the milliseconds to wait if a
     * bucket has too little; then none is charged. A cost above a bucket's burst counts as the burst.
     *
     * @param cost 1 or, for a batch, its items
     */
    public long tryTake(int cost) {
        long now = nanoClock.getAsLong();
        for (int i = 0; i < buckets.size(); i++) {
            long waitMillis = buckets.get(i).tryTake(cost, now);
            if (waitMillis > 0) {
                buckets.subList(0, i).forEach(bucket -> bucket.giveBack(cost));
                return waitMillis;
            }
        }
        return 0;
    }

    TokenId id() {
        return id;
    }

    RootKey key() {
        return key;
    }

    /** As much as logs show. */
    @Override
    public String toString() {
        return id.kid() + "/" + id.capIdPrefix();
    }
}
