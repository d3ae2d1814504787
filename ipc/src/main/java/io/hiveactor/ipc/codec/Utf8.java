package io.hiveactor.ipc.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;

/** Text as UTF-8, exactly or not at all. */
final class Utf8 {
    /*
     * The encoders of the JDK make objects, and the short ways through String replace what they do not understand. So
     * encoding is done here, and decoding looks for replacements: a text without U+FFFD had nothing to replace.
     */
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    static void putSized(ByteBuffer out, String text) {
        Size.put(out, length(text), "bytes of text");
        put(out, text);
    }

    static void put(ByteBuffer out, String text) {
        for (int i = 0, point; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        "text has half a character at " + i + ": U+" + Integer.toHexString(point));
            }
            put(out, point);
        }
    }

    static String getSized(ByteBuffer in) {
        return get(in, Size.get(in, "bytes of text"));
    }

    static String getRest(ByteBuffer in) {
        return get(in, in.remaining());
    }

    private static long length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean isTwo = unit < 0x800 || Character.isSurrogate(unit); // a pair takes 4
            length += unit < 0x80 ? 1 : isTwo ? 2 : 3;
        }
        return length;
    }

    private static void put(ByteBuffer out, int point) {
        if (point < 0x80) {
            out.put((byte) point);
        } else if (point < 0x800) {
            out.put((byte) (0xC0 | point >> 6)).put(tail(point));
        } else if (point < 0x10000) {
            out.put((byte) (0xE0 | point >> 12)).put(tail(point >> 6)).put(tail(point));
        } else {
            out.put((byte) (0xF0 | point >> 18)).put(tail(point >> 12)).put(tail(point >> 6)).put(tail(point));
        }
    }

    private static byte tail(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private static String get(ByteBuffer in, int length) {
        int start = in.position();
        String text = getReplacing(in, length);
        if (text.indexOf(REPLACEMENT) >= 0) {
            check(in.slice(start, length));
        }
        return text;
    }

    private static String getReplacing(ByteBuffer in, int length) {
        if (!in.hasArray()) {
            byte[] bytes = new byte[length];
            in.get(bytes);
            return new String(bytes, UTF_8);
        }
        int start = in.position();
        in.position(start + length);
        return new String(in.array(), in.arrayOffset() + start, length, UTF_8);
    }

    /** A replacement may also have been sent as such. */
    private static void check(ByteBuffer bytes) {
        try {
            CharBuffer unused = UTF_8.newDecoder().decode(bytes);
        } catch (CharacterCodingException e) {
            int at = bytes.position();
            int found = Byte.toUnsignedInt(bytes.get(at));
            throw new MalformedMessage("not UTF-8 at byte " + at + ": 0x" + Integer.toHexString(found), e);
        }
    }
}
