package io.hiveactor.runtime.diagnosis;

import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes JSON, piece by piece.
 *
 * <p><b>Threads:</b> owner only.
 */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    /** Something stands before the next piece in the same object or list. */
    private boolean isFollowing;

    void object(Runnable fields) {
        open('{');
        fields.run();
        close('}');
    }

    <T> void list(String name, List<T> elements, Consumer<T> write) {
        name(name);
        open('[');
        elements.forEach(write);
        close(']');
    }

    /** What is written next is the value. */
    void name(String name) {
        separate();
        quote(name);
        out.append(':');
        isFollowing = false;
    }

    void field(String name, String value) {
        name(name);
        text(value);
    }

    void field(String name, boolean value) {
        name(name);
        raw(Boolean.toString(value));
    }

    void field(String name, double value) {
        name(name);
        raw(Double.toString(value));
    }

    /** Null for a time that never comes: as a number it would look like one that does. */
    void field(String name, long value) {
        name(name);
        raw(value == ActorView.NEVER ? "null" : Long.toString(value));
    }

    void empty(String name) {
        name(name);
        raw("null");
    }

    void text(String value) {
        separate();
        quote(value);
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void open(char bracket) {
        separate();
        out.append(bracket);
        isFollowing = false;
    }

    private void close(char bracket) {
        out.append(bracket);
        isFollowing = true;
    }

    private void raw(String value) {
        separate();
        out.append(value);
    }

    private void separate() {
        if (isFollowing) {
            out.append(',');
        }
        isFollowing = true;
    }

    private void quote(String value) {
        out.append('"');
        value.codePoints().forEach(this::escape);
        out.append('"');
    }

    private void escape(int point) {
        if (point == '"' || point == '\\') {
            out.append('\\').append((char) point);
        } else if (Character.isISOControl(point) || isLoneSurrogate(point) || point == 0x2028 || point == 0x2029) {
            // a lone surrogate cannot be encoded, and some readers take the two separators for line breaks
            out.append("\\u").append(HexFormat.of().toHexDigits((char) point));
        } else {
            out.appendCodePoint(point);
        }
    }

    private static boolean isLoneSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
