package io.hiveactor.service.capability;

import io.hiveactor.service.queue.Ulid;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Makes tokens: new ones from a root key, and narrower ones from a token alone.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Minting {
    /** The longest life of a token. Revocations are kept a day longer: no token outlives its revocation. */
    public static final Duration LONGEST_TTL = Duration.ofDays(365);

    private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * A new token.
     *
     * @param token the secret to hand out; stored nowhere
     * @param capId what revokes it and all that are derived from it
     * @param expiry the first instant at which it is no longer valid
     */
    public record Minted(String token, Ulid capId, Instant expiry) {
        /** Without the token. */
        @Override
        public String toString() {
            return capId + " until " + expiry;
        }
    }

    private Minting() {}

    /**
     * Mints a token with these caveats and {@code time <}. Throws {@link IllegalArgumentException}, with a sentence
     * that names the value, if there is no active key, a caveat is not of the grammar, op or topic is missing, the ttl
     * is out of range, or the token would be too large.
     */
    public static Minted mint(KeyRing keys, List<String> caveats, Duration ttl, Instant now) {
        RootKey key = keys.active();
        if (key == null) {
            throw new IllegalArgumentException("no key is active: rotate the keys");
        }
        require(ttl.compareTo(SHORTEST_TTL) >= 0 && ttl.compareTo(LONGEST_TTL) <= 0,
                "ttl " + ttl + ": must be 1s to 365d");
        Instant expiry = now.plus(ttl).truncatedTo(ChronoUnit.SECONDS);
        var capId = Ulid.random(now.toEpochMilli(), RANDOM);
        Macaroon macaroon = key.sign(new TokenId(key.kid(), key.epoch(), capId).toString());
        Macaroon narrowed = narrowed(macaroon, caveats).attenuate("time < " + expiry);
        TokenCaveats.Fault fault = TokenCaveats.of(narrowed.caveats()).formFault();
        require(fault == null, "the caveats must name op and topic: " + caveats);
        return new Minted(token(narrowed), capId, expiry);
    }

    /**
     * Returns the token with more caveats. Throws {@link IllegalArgumentException} if a caveat is not of the grammar
     * or the token would be too large.
     */
    public static String attenuate(String token, List<String> caveats) throws MalformedTokenException {
        return token(narrowed(Macaroon.parse(token), caveats));
    }

    private static Macaroon narrowed(Macaroon macaroon, List<String> caveats) {
        Macaroon narrowed = macaroon;
        for (String caveat : caveats) {
            require(Caveat.parse(caveat) != null, "the caveat '" + caveat + "' is not supported");
            narrowed = narrowed.attenuate(caveat);
        }
        return narrowed;
    }

    /** Parses what it returns, so that all limits of a token are checked in one place. */
    private static String token(Macaroon macaroon) {
        String token = macaroon.token();
        try {
            return Macaroon.parse(token).token();
        } catch (MalformedTokenException e) {
            throw new IllegalArgumentException("too many or too long caveats: " + e.getMessage());
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
