package io.hiveactor.service.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Standard padded base64 inside a larger array.
 *
 * <p><b>Threads:</b> immutable; the array is not copied.
 */
final class Base64Text {
    private final byte[] source;
    private final int start;
    private final int length;

    Base64Text(byte[] source, int start, int length) {
        this.source = source;
        this.start = start;
        this.length = length;
    }

    static Base64Text of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Base64Text(bytes, 0, bytes.length);
    }

    /** Bytes it decodes to, if it is valid; computed without decoding. */
    int decodedLength() {
        int padding = 0;
        while (padding < 2 && padding < length && source[start + length - 1 - padding] == '=') {
            padding++;
        }
        return length / 4 * 3 - padding;
    }

    /** Returns null if it is not valid; missing padding is not. */
    byte @Nullable [] decode() {
        if (length % 4 != 0) {
            return null;
        }
        try {
            ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(source, start, length));
            return decoded.remaining() == decoded.array().length ? decoded.array() : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
