package io.hiveactor.service.capability;

import io.hiveactor.service.queue.Lapse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a request may do by the token it carries. A request is checked in this order, and the first failure
 * answers: token, key, signature, revocation, time, form of the caveats, audience, node, operation; then, when the
 * request has been read, topic and payload size.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Authority {
    /*
     * Keys, settings and the cache of verified tokens are replaced together. A check that began under the old keys
     * puts its verdict into the old cache, where no later check finds it.
     */
    private record State(KeyRing keys, AuthoritySettings settings, SignatureVerifier signatures) {}

    private static final String SCHEME = "Bearer ";

    private final AtomicReference<State> state;
    private final Revocations revocations;
    private final InstantSource wallClock;
    private final LongSupplier nanoClock;
    private final RateBuckets buckets;
    private final Denials denials;
    private final EnumCounters<CacheEviction> evictions = new EnumCounters<>(CacheEviction.class);

    /**
     * Starts with an empty cache.
     *
     * @param wallClock for {@code time} caveats and retired keys
     * @param nanoClock monotonic, for rates and the cache
     */
    public Authority(KeyRing keys, Revocations revocations, AuthoritySettings settings, InstantSource wallClock,
            LongSupplier nanoClock) {
        this.revocations = revocations;
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
        this.buckets = new RateBuckets(nanoClock);
        this.denials = new Denials(nanoClock);
        this.state = new AtomicReference<>(newState(keys, settings));
    }

    /** Replaces keys and settings, and empties the cache. */
    public void reload(KeyRing keys, AuthoritySettings settings) {
        replace(_ -> newState(keys, settings));
    }

    /** Whether there is a key that mints; without one the service is not ready. */
    public boolean isReady() {
        return state().keys().active() != null;
    }

    /** The min_epoch that revokes all tokens minted by this key so far; empty if there is no such key. */
    public OptionalInt revokingEpoch(String kid) {
        RootKey key = state().keys().find(kid);
        return key == null
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(key.epoch(), revocations.minEpoch(kid)) + 1);
    }

    /**
     * Checks the token of a request.
     *
     * @param authorizationHeader the value of the header {@code Authorization}, or null if there is none
     */
    public AuthorityResult check(@Nullable String authorizationHeader, Op op) {
        AuthorityResult result = read(authorizationHeader, op);
        if (result instanceof Denied && denials.takeBurst()) {
            replace(old -> newState(old.keys(), old.settings()));
        }
        return result;
    }

    /**
     * Checks a granted capability again: key, revocation and expiry, as they are now. Returns null if it is valid. A
     * lapsed capability is always denied, so this is also the answer to a settlement that the store does not accept.
     */
    public @Nullable Denied recheck(Capability capability) {
        TokenId id = capability.id();
        RootKey key = state().keys().find(id.kid());
        if (key == null || !key.hasSameSecretAs(capability.key())) {
            return denials.deny(DenialReason.KEY, "the key of the capability is unknown", id);
        }
        Lapse before = capability.lapse();
        return deny(before == Lapse.NONE ? lapse(id, key, capability.expiry(), wallClock.instant()) : before, id);
    }

    /** Returns null if the capability allows this topic. */
    public @Nullable Denied checkTopic(Capability capability, String topic) {
        return capability.allowsTopic(topic) ? null
                : denials.deny(DenialReason.TOPIC, "the capability does not allow this topic", capability.id());
    }

    /** Returns null if the capability allows all topics, as a revocation needs. */
    public @Nullable Denied checkEveryTopic(Capability capability) {
        return capability.allowsEveryTopic() ? null
                : denials.deny(DenialReason.TOPIC, "this needs a capability whose topic is *", capability.id());
    }

    /** Returns null if the capability allows a payload of this size. */
    public @Nullable Denied checkPayload(Capability capability, long bytes) {
        long limit = capability.maxBytes();
        return bytes <= limit ? null : denials.deny(DenialReason.MAX_BYTES,
                "the payload has " + bytes + " bytes, the capability allows " + limit, capability.id());
    }

    /** Verified tokens in the cache. */
    public long cacheEntries() {
        return state().signatures().entries();
    }

    /** Tokens that have left the cache, since the start. */
    public long cacheEvictions(CacheEviction reason) {
        return evictions.get(reason);
    }

    /** Denials since the start. */
    public long failures(DenialReason reason) {
        return denials.count(reason);
    }

    private AuthorityResult read(@Nullable String header, Op op) {
        String token = bearer(header);
        if (token == null) {
            return denials.deny(DenialReason.MISSING, "the request needs a header Authorization: Bearer TOKEN", null);
        }
        Macaroon macaroon;
        try {
            macaroon = Macaroon.parse(token);
        } catch (MalformedTokenException e) {
            return denials.deny(DenialReason.MALFORMED, String.valueOf(e.getMessage()), null);
        }
        TokenId id = TokenId.parse(macaroon.identifier());
        if (id == null) {
            return denials.deny(DenialReason.MALFORMED, "the identifier of the token is not of this service", null);
        }
        return judge(token, macaroon, id, op);
    }

    private AuthorityResult judge(String token, Macaroon macaroon, TokenId id, Op op) {
        State current = state();
        RootKey key = current.keys().find(id.kid());
        Instant now = wallClock.instant();
        if (key == null || !key.serves(op, now)) {
            return denials.deny(DenialReason.KEY, "the key of the capability is unknown or retired", id);
        }
        List<Hash256> rateSignatures = current.signatures().verify(token, macaroon, key);
        if (rateSignatures == null) {
            return denials.deny(DenialReason.SIGNATURE, "the signature of the token is invalid", id);
        }
        TokenCaveats caveats = TokenCaveats.of(macaroon.caveats());
        Lapse lapse = lapse(id, key, caveats.expiry(), now);
        Denied lapsed = op.settlesLeases() ? null : deny(lapse, id);
        if (lapsed != null) {
            return lapsed;
        }
        TokenCaveats.Fault fault = caveats.faultFor(op, now, current.settings());
        return fault != null
                ? denials.deny(fault.reason(), fault.message(), id)
                : new Granted(new Capability(id, key, caveats, buckets(caveats, rateSignatures), nanoClock, lapse));
    }

    private Lapse lapse(TokenId id, RootKey key, Instant expiry, Instant now) {
        if (key.state() == KeyState.RETIRED || revocations.isRevoked(id)) {
            return Lapse.REVOKED;
        }
        return now.isBefore(expiry) ? Lapse.NONE : Lapse.EXPIRED;
    }

    private @Nullable Denied deny(Lapse lapse, TokenId id) {
        return switch (lapse) {
            case NONE -> null;
            case EXPIRED -> denials.deny(DenialReason.EXPIRED, "the capability has expired", id);
            case REVOKED -> denials.deny(DenialReason.REVOKED, "the capability was revoked", id);
        };
    }

    private List<TokenBucket> buckets(TokenCaveats caveats, List<Hash256> rateSignatures) {
        var found = new ArrayList<TokenBucket>(rateSignatures.size());
        for (Caveat.Rate rate : caveats.all(Caveat.Rate.class).toList()) {
            found.add(buckets.get(rateSignatures.get(found.size()), rate));
        }
        return found;
    }

    private static @Nullable String bearer(@Nullable String header) {
        if (header == null || header.length() == SCHEME.length()) {
            return null;
        }
        // RFC 9110: the case of a scheme does not matter
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) ? header.substring(SCHEME.length()) : null;
    }

    private State state() {
        return Objects.requireNonNull(state.get());
    }

    private State newState(KeyRing keys, AuthoritySettings settings) {
        return new State(keys, settings, new SignatureVerifier(settings.cacheTtl(), nanoClock, evictions));
    }

    private void replace(UnaryOperator<State> change) {
        State old = Objects.requireNonNull(state.getAndUpdate(change));
        evictions.add(CacheEviction.EMPTIED, old.signatures().entries());
    }
}
