package io.hiveactor.service.capability;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies signatures under one key ring, and remembers valid tokens by their SHA-256. Nothing that can change is
 * remembered: no time, no revocation, no operation. Invalid tokens are not remembered, so that a client cannot displace
 * valid ones by inventing others.
 *
 * <p><b>Threads:</b> any thread.
 */
final class SignatureVerifier {
    private static final int CAPACITY = 10_000;

    private final Cache<Hash256, List<Hash256>> verified;
    private final EnumCounters<CacheEviction> evictions;

    SignatureVerifier(Duration ttl, LongSupplier nanoClock, EnumCounters<CacheEviction> evictions) {
        this.evictions = evictions;
        this.verified = Caffeine.newBuilder()
                .maximumSize(CAPACITY)
                .expireAfterWrite(ttl)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run) // evicts on the calling thread: no thread of its own
                .evictionListener((@Nullable Hash256 _, @Nullable List<Hash256> _, RemovalCause cause) -> count(cause))
                .build();
    }

    /** Returns the signatures after the token's rate caveats, or null if the token was not signed by this key. */
    @Nullable List<Hash256> verify(String token, Macaroon macaroon, RootKey key) {
        Hash256 hash = Hash256.sha256(token);
        List<Hash256> known = verified.getIfPresent(hash);
        if (known != null) {
            return known;
        }
        List<Hash256> signatures = key.signatures(macaroon);
        if (!signatures.getLast().isSameAs(macaroon.signature())) {
            return null;
        }
        List<Hash256> rates = IntStream.range(0, macaroon.caveats().size())
                .filter(i -> macaroon.caveats().get(i).asCaveat() instanceof Caveat.Rate)
                .mapToObj(i -> signatures.get(i + 1))
                .toList();
        verified.put(hash, rates);
        return rates;
    }

    /** Remembered tokens. */
    long entries() {
        verified.cleanUp();
        return verified.estimatedSize();
    }

    private void count(RemovalCause cause) {
        evictions.add(cause == RemovalCause.EXPIRED ? CacheEviction.EXPIRED : CacheEviction.SIZE, 1);
    }
}
