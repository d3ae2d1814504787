package io.hiveactor.service.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Checks and measures of UTF-8. */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Whether the first bytes of an array are valid UTF-8. */
    static boolean isValid(byte[] bytes, int length) {
        int i = 0;
        while (i + Long.BYTES <= length && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
            i += Long.BYTES;
        }
        while (i < length && bytes[i] >= 0) {
            i++;
        }
        return i == length || decodes(ByteBuffer.wrap(bytes, i, length - i));
    }

    /** Bytes that a text takes, or -1 if it contains half a surrogate pair and so has no UTF-8 form. */
    static int length(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                continue;
            }
            bytes += c < 0x800 ? 1 : 2;
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return -1;
                }
                i++; // the pair has 4 bytes: 2 chars, and 2 more counted above
            }
        }
        return bytes;
    }

    private static boolean decodes(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // reports what is malformed
        CharBuffer sink = CharBuffer.allocate(1_024);
        CoderResult result;
        do {
            sink.clear();
            result = decoder.decode(bytes, sink, true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
