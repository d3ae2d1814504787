package io.hiveactor.service.http;

import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Correlation ids: UUIDs of version 7. */
final class CorrIds {
    private static final int LENGTH = 36;
    private static final String DASHES = "        -    -    -    -            ";

    private CorrIds() {}

    /** Makes one; it need not be hard to guess. */
    static UUID next(long wallMillis) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(
                wallMillis << 16 | 0x7000 | random.nextInt(1 << 12),
                Long.MIN_VALUE | random.nextLong() >>> 2);
    }

    /** Reads the text form; returns null if it is anything else. */
    static @Nullable UUID parse(String text) {
        if (text.length() != LENGTH || text.charAt(14) != '7') {
            return null;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            if (DASHES.charAt(i) == '-' ? c != '-' : !HexFormat.isHexDigit(c)) {
                return null;
            }
        }
        UUID id = UUID.fromString(text);
        return id.variant() == 2 ? id : null;
    }
}
