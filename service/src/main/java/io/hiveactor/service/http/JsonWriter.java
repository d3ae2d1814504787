package io.hiveactor.service.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON into one growing array, which {@link #clear} can zero.
 *
 * <p><b>Threads:</b> owner only.
 */
final class JsonWriter {
    private static final byte[] HEX = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };
    private static final int LONGEST_CHAR = 6; // a control character as a \\u escape

    private byte[] bytes;
    private int size;
    private boolean needsComma;

    JsonWriter(int capacity) {
        bytes = new byte[capacity];
    }

    @CanIgnoreReturnValue
    JsonWriter beginObject() {
        return open('{');
    }

    @CanIgnoreReturnValue
    JsonWriter endObject() {
        return close('}');
    }

    @CanIgnoreReturnValue
    JsonWriter beginArray() {
        return open('[');
    }

    @CanIgnoreReturnValue
    JsonWriter endArray() {
        return close(']');
    }

    /** Writes the name of the value that follows. */
    @CanIgnoreReturnValue
    JsonWriter name(String name) {
        quoted(name);
        put(':');
        needsComma = false;
        return this;
    }

    @CanIgnoreReturnValue
    JsonWriter text(@Nullable String value) {
        if (value == null) {
            return raw("null");
        }
        quoted(value);
        return this;
    }

    @CanIgnoreReturnValue
    JsonWriter number(long value) {
        return raw(Long.toString(value));
    }

    /** Writes a finite number. */
    @CanIgnoreReturnValue
    JsonWriter number(double value) {
        return raw(Double.toString(Double.isFinite(value) ? value : 0));
    }

    @CanIgnoreReturnValue
    JsonWriter bool(boolean value) {
        return raw(value ? "true" : "false");
    }

    @CanIgnoreReturnValue
    JsonWriter base64(byte[] value) {
        separate();
        byte[] encoded = Base64.getEncoder().encode(value);
        reserve(encoded.length + 2);
        bytes[size++] = '"';
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
        bytes[size++] = '"';
        Arrays.fill(encoded, (byte) 0);
        return this;
    }

    /** Ends a line; the next value stands alone. */
    void newLine() {
        put('\n');
        needsComma = false;
    }

    int size() {
        return size;
    }

    /** What was written, without a copy. */
    ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    /** Forgets what was written, and zeroes it if that is asked for. */
    void clear(boolean zeroes) {
        if (zeroes) {
            Arrays.fill(bytes, 0, size, (byte) 0);
        }
        size = 0;
        needsComma = false;
    }

    @CanIgnoreReturnValue
    private JsonWriter open(char bracket) {
        separate();
        put(bracket);
        needsComma = false;
        return this;
    }

    @CanIgnoreReturnValue
    private JsonWriter close(char bracket) {
        put(bracket);
        needsComma = true;
        return this;
    }

    @CanIgnoreReturnValue
    private JsonWriter raw(String ascii) {
        separate();
        int length = ascii.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    private void quoted(String text) {
        separate();
        int length = text.length();
        reserve(LONGEST_CHAR * length + 2);
        bytes[size++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7F && c != '"' && c != '\\') {
                bytes[size++] = (byte) c;
            } else {
                i += special(text, i, c);
            }
        }
        bytes[size++] = '"';
    }

    /** Writes a character that is not plain ASCII; returns how many chars it took beyond the first. */
    private int special(String text, int index, char c) {
        if (c < 0x80) {
            escape(c);
            return 0;
        }
        if (!Character.isSurrogate(c)) {
            if (c < 0x800) {
                bytes[size++] = (byte) (0xC0 | c >> 6);
            } else {
                bytes[size++] = (byte) (0xE0 | c >> 12);
                bytes[size++] = (byte) (0x80 | (c >> 6 & 0x3F));
            }
            bytes[size++] = (byte) (0x80 | (c & 0x3F));
            return 0;
        }
        int point = text.codePointAt(index);
        if (point < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
            escape(c); // half a pair cannot be written as UTF-8
            return 0;
        }
        bytes[size++] = (byte) (0xF0 | point >> 18);
        bytes[size++] = (byte) (0x80 | (point >> 12 & 0x3F));
        bytes[size++] = (byte) (0x80 | (point >> 6 & 0x3F));
        bytes[size++] = (byte) (0x80 | (point & 0x3F));
        return 1;
    }

    private void escape(char c) {
        bytes[size++] = '\\';
        if (c == '"' || c == '\\') {
            bytes[size++] = (byte) c;
            return;
        }
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[c >> shift & 0xF];
        }
    }

    private void separate() {
        if (needsComma) {
            put(',');
        }
        needsComma = true;
    }

    private void put(char c) {
        reserve(1);
        bytes[size++] = (byte) c;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            byte[] old = bytes;
            bytes = Arrays.copyOf(old, Math.max(size + more, 2 * size));
            Arrays.fill(old, 0, size, (byte) 0); // it may hold a payload
        }
    }
}
