package io.hiveactor.service.capability;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A root key: signs the tokens that name its kid. Its secret is in no text but the line of the keys file.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class RootKey {
    static final int BYTES = 32;

    private static final Duration RETIRED_SERVES = Duration.ofHours(12); // the longest lease
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String kid;
    private final int epoch;
    private final KeyState state;
    private final Instant since;
    private final byte[] secret;
    private final byte[] signingKey;

    RootKey(String kid, int epoch, KeyState state, Instant since, byte[] secret) {
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("a root key has 32 bytes: " + secret.length);
        }
        this.kid = kid;
        this.epoch = epoch;
        this.state = state;
        this.since = since.truncatedTo(ChronoUnit.SECONDS);
        this.secret = secret.clone();
        this.signingKey = HmacChain.signingKey(secret);
    }

    static RootKey random(String kid, Instant now) {
        var secret = new byte[BYTES];
        RANDOM.nextBytes(secret);
        return new RootKey(kid, 1, KeyState.ACTIVE, now, secret);
    }

    /** The id that tokens name. */
    public String kid() {
        return kid;
    }

    /** The epoch of tokens minted now. */
    public int epoch() {
        return epoch;
    }

    public KeyState state() {
        return state;
    }

    /** When the key was created or, if it is retired, when it was retired. */
    public Instant since() {
        return since;
    }

    RootKey withEpoch(int newEpoch) {
        return new RootKey(kid, newEpoch, state, since, secret);
    }

    RootKey verifying() {
        return new RootKey(kid, epoch, KeyState.VERIFY, since, secret);
    }

    RootKey retired(Instant now) {
        return new RootKey(kid, epoch, KeyState.RETIRED, now, secret);
    }

    /** Whether tokens of this key are looked at for this operation. */
    boolean serves(Op op, Instant now) {
        return state != KeyState.RETIRED || (op.settlesLeases() && now.isBefore(since.plus(RETIRED_SERVES)));
    }

    /** The macaroon without caveats that has this identifier. */
    Macaroon sign(String identifier) {
        return new Macaroon(null, identifier, List.of(), HmacChain.first(signingKey, identifier));
    }

    /** All signatures of the chain that this key makes of the macaroon; see {@link HmacChain#signatures}. */
    List<Hash256> signatures(Macaroon macaroon) {
        return HmacChain.signatures(signingKey, macaroon);
    }

    boolean hasSameSecretAs(RootKey other) {
        return MessageDigest.isEqual(secret, other.secret);
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return kid + " " + epoch + " " + state.wire() + " " + since;
    }
}
