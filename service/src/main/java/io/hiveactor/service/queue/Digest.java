package io.hiveactor.service.queue;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A BLAKE3 hash of 32 bytes, written as {@code b3:} and 64 hex digits.
 *
 * <p><b>Threads:</b> immutable; the array is not copied and must not be changed.
 */
public final class Digest {
    private static final String PREFIX = "b3:";
    private static final int LENGTH = 32;

    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Wraps 32 bytes. */
    public static Digest of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a hash has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new Digest(bytes);
    }

    /** The bytes themselves, to read only. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return PREFIX + HexFormat.of().formatHex(bytes);
    }
}
