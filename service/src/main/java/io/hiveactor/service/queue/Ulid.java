package io.hiveactor.service.queue;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * 128 bits written as 26 characters of Crockford's base 32, which sort like the numbers.
 *
 * @param high the 64 more significant bits
 * @param low the 64 less significant bits
 */
public record Ulid(long high, long low) {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;

    /** Reads the text form; returns null if it is anything else, lower case included. */
    public static @Nullable Ulid parse(String text) {
        if (text.length() != LENGTH || text.charAt(0) > '7') {
            return null;
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < LENGTH; i++) {
            int digit = DIGITS.indexOf(text.charAt(i));
            if (digit < 0) {
                return null;
            }
            high = high << 5 | low >>> 59;
            low = low << 5 | digit;
        }
        return new Ulid(high, low);
    }

    /** Reads 16 bytes, most significant first. */
    public static Ulid of(byte[] bytes) {
        if (bytes.length != 16) {
            throw new IllegalArgumentException("a ULID has 16 bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Ulid(buffer.getLong(), buffer.getLong());
    }

    /** The 16 bytes, most significant first. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    @Override
    public String toString() {
        char[] text = new char[LENGTH];
        long upper = high;
        long lower = low;
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (lower & 31));
            lower = lower >>> 5 | upper << 59;
            upper >>>= 5;
        }
        return new String(text);
    }
}
