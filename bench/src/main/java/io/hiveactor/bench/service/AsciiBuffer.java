package io.hiveactor.bench.service;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of ASCII text in one array, which is kept when the buffer is cleared: a request costs no garbage.
 *
 * <p><b>Threads:</b> owner only.
 */
final class AsciiBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int LONG_DIGITS = 16;

    private byte[] bytes = new byte[1024];
    private int length;

    /** The array behind the buffer; valid up to {@link #length} and until the next append. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    @CanIgnoreReturnValue
    AsciiBuffer clear() {
        length = 0;
        return this;
    }

    /** Forgets what follows the first bytes. */
    void truncate(int newLength) {
        length = newLength;
    }

    @CanIgnoreReturnValue
    AsciiBuffer append(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
        return this;
    }

    @CanIgnoreReturnValue
    AsciiBuffer append(byte[] from) {
        return append(from, 0, from.length);
    }

    @CanIgnoreReturnValue
    AsciiBuffer append(AsciiBuffer from) {
        return append(from.bytes, 0, from.length);
    }

    @CanIgnoreReturnValue
    AsciiBuffer append(String text) {
        return append(text.getBytes(StandardCharsets.US_ASCII));
    }

    @CanIgnoreReturnValue
    AsciiBuffer append(long number) {
        return append(Long.toString(number));
    }

    /** Appends 16 hexadecimal digits. */
    @CanIgnoreReturnValue
    AsciiBuffer appendHex(long number) {
        reserve(LONG_DIGITS);
        for (int shift = 60; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(int) (number >>> shift) & 0xf];
        }
        return this;
    }

    /** The first position at or after {@code from} where {@code text} begins, or -1. */
    int indexOf(byte[] text, int from) {
        int last = length - text.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == text[0] && Arrays.equals(bytes, i, i + text.length, text, 0, text.length)) {
                return i;
            }
        }
        return -1;
    }

    boolean contains(byte[] text) {
        return indexOf(text, 0) >= 0;
    }

    String text(int offset, int count) {
        return new String(bytes, offset, count, StandardCharsets.US_ASCII);
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    @Override
    public String toString() {
        return text(0, length);
    }
}
