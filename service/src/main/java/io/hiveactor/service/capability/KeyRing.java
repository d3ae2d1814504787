package io.hiveactor.service.capability;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The root keys of a service. A change gives a new ring. A service that keeps nothing on disk has a ring in memory
 * only; others store theirs by {@link KeyFile}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class KeyRing {
    private static final Pattern NUMBERED = Pattern.compile("k[0-9]{1,9}");

    private final List<RootKey> keys;

    /** Throws {@link IllegalArgumentException} if a kid occurs twice, or more than one key is active. */
    KeyRing(List<RootKey> keys) {
        this.keys = List.copyOf(keys);
        for (RootKey key : keys) {
            if (keys.stream().filter(other -> other.kid().equals(key.kid())).count() > 1) {
                throw new IllegalArgumentException("the kid " + key.kid() + " occurs twice");
            }
        }
        if (keys.stream().filter(key -> key.state() == KeyState.ACTIVE).count() > 1) {
            throw new IllegalArgumentException("more than one key is active");
        }
    }

    /** Returns a ring of one new active key, {@code k1}. */
    public static KeyRing create(Instant now) {
        return new KeyRing(List.of(RootKey.random("k1", now)));
    }

    /** All keys, in the order of the file. */
    public List<RootKey> keys() {
        return keys;
    }

    /** The key that mints; without one, the service is not ready. */
    public @Nullable RootKey active() {
        return keys.stream().filter(key -> key.state() == KeyState.ACTIVE).findFirst().orElse(null);
    }

    public @Nullable RootKey find(String kid) {
        return keys.stream().filter(key -> key.kid().equals(kid)).findFirst().orElse(null);
    }

    /** Adds a new active key, named after the highest {@code k<number>}; the active one verifies from now on. */
    public KeyRing rotate(Instant now) {
        int highest = keys.stream().map(RootKey::kid).filter(kid -> NUMBERED.matcher(kid).matches())
                .mapToInt(kid -> Integer.parseInt(kid.substring(1))).max().orElse(0);
        var rotated = new ArrayList<RootKey>();
        for (RootKey key : keys) {
            rotated.add(key.state() == KeyState.ACTIVE ? key.verifying() : key);
        }
        rotated.add(RootKey.random("k" + (highest + 1), now));
        return new KeyRing(rotated);
    }

    /** Retires a key that verifies; throws {@link IllegalArgumentException} if it does not. */
    public KeyRing retire(String kid, Instant now) {
        RootKey key = find(kid);
        if (key == null || key.state() != KeyState.VERIFY) {
            throw new IllegalArgumentException("only a key in state verify can be retired: "
                    + (key == null ? kid + " does not exist" : kid + " is " + key.state().wire()));
        }
        return with(kid, old -> old.retired(now));
    }

    /** Tokens minted from now on have this epoch, unless that of the key is higher. An unknown kid changes nothing. */
    public KeyRing raiseEpoch(String kid, int epoch) {
        return with(kid, old -> old.epoch() < epoch ? old.withEpoch(epoch) : old);
    }

    /** The same 32 bytes for the same kids and secrets, in any order, state and epoch. For comparing nodes. */
    public byte[] fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            keys.stream().sorted(Comparator.comparing(RootKey::kid)).forEach(key -> {
                // Through a signature, so that the stored value says nothing about the secret.
                digest.update(key.sign("fingerprint " + key.kid()).signature().bytes());
            });
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private KeyRing with(String kid, UnaryOperator<RootKey> change) {
        return new KeyRing(keys.stream().map(key -> key.kid().equals(kid) ? change.apply(key) : key).toList());
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return keys.toString();
    }
}
