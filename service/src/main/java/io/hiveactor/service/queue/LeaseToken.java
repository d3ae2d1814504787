package io.hiveactor.service.queue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Proof of one delivery: 128 random bits, written as 32 lower-case hex digits.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record LeaseToken(long high, long low) {
    private static final HexFormat HEX = HexFormat.of();

    public static LeaseToken random(RandomGenerator random) {
        return new LeaseToken(random.nextLong(), random.nextLong());
    }

    /** Reads the text form; returns null if it is anything else. */
    public static @Nullable LeaseToken parse(String text) {
        if (text.length() != 32) {
            return null;
        }
        for (int i = 0; i < 32; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return null;
            }
        }
        return new LeaseToken(HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
    }

    public static LeaseToken of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new LeaseToken(buffer.getLong(), buffer.getLong());
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    @Override
    public String toString() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }
}
