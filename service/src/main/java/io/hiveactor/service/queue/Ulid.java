package io.hiveactor.service.queue;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A ULID: 128 bits, written as 26 characters of Crockford's base 32. The order of the characters is the unsigned order
 * of the bits.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param high the first 64 bits; the upper 48 of them are milliseconds since 1970
 * @param low the last 64 bits
 */
public record Ulid(long high, long low) {
    /** Characters of the text form. */
    public static final int LENGTH = 26;
    /** Bytes of the binary form. */
    public static final int BYTES = 16;

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;
    private static final int TIME_BITS = 48;

    /** Returns a new ULID of this time and 80 random bits. */
    public static Ulid random(long epochMillis, RandomGenerator random) {
        if (epochMillis < 0 || epochMillis >>> TIME_BITS != 0) {
            throw new IllegalArgumentException("milliseconds must fit 48 bits: " + epochMillis);
        }
        long randomHigh = random.nextLong() & 0xFFFF;
        return new Ulid(epochMillis << (Long.SIZE - TIME_BITS) | randomHigh, random.nextLong());
    }

    /**
     * Returns null unless the text is exactly what {@link #toString()} writes: upper case, and no more than 128 bits.
     */
    public static @Nullable Ulid parse(String text) {
        if (text.length() != LENGTH || text.charAt(0) > '7') {
            return null;
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            int digit = ALPHABET.indexOf(text.charAt(i));
            if (digit < 0) {
                return null;
            }
            high = high << BITS | low >>> (Long.SIZE - BITS);
            low = low << BITS | digit;
        }
        return new Ulid(high, low);
    }

    /** The inverse of {@link #bytes()}. */
    public static Ulid of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a ULID has 16 bytes: " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Ulid(buffer.getLong(), buffer.getLong());
    }

    /** A new array of 16 bytes, most significant first. */
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    /** The 26 characters. */
    @Override
    public String toString() {
        var text = new char[LENGTH];
        long upper = high;
        long lower = low;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) lower & MASK);
            lower = lower >>> BITS | upper << (Long.SIZE - BITS);
            upper >>>= BITS;
        }
        return new String(text);
    }
}
