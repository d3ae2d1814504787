package io.hiveactor.conformance.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value, as far as vectors need it: into maps, lists, strings, longs, booleans and null. */
final class JsonLine {
    private static final int MAX_NESTING = 64;

    private final String text;
    private int at;
    private int nesting;

    private JsonLine(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException, with the place, for what is not JSON. */
    static @Nullable Object read(String text) {
        var line = new JsonLine(text);
        Object value = line.value();
        line.check(line.peek() == 0, "the end of the line");
        return value;
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        enter();
        while (!takes('}')) {
            check(fields.isEmpty() || takes(','), "a comma");
            String name = string();
            check(takes(':'), "a colon");
            check(!fields.containsKey(name), "a new name");
            fields.put(name, value());
        }
        nesting--;
        return fields;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> elements = new ArrayList<>();
        enter();
        while (!takes(']')) {
            check(elements.isEmpty() || takes(','), "a comma");
            elements.add(value());
        }
        nesting--;
        return elements;
    }

    private void enter() {
        at++;
        nesting++;
        check(nesting <= MAX_NESTING, "less nesting");
    }

    private String string() {
        check(takes('"'), "a string");
        var read = new StringBuilder();
        for (char letter = letter(); letter != '"'; letter = letter()) {
            check(letter >= ' ', "no control character");
            read.append(letter == '\\' ? escaped() : letter);
        }
        return read.toString();
    }

    private char letter() {
        check(at < text.length(), "more");
        return text.charAt(at++);
    }

    private char escaped() {
        char kind = letter();
        if (kind == 'u') {
            check(at + 4 <= text.length(), "four digits");
            at += 4;
            return (char) Integer.parseInt(text, at - 4, at, 16);
        }
        int index = "\"\\/bfnrt".indexOf(kind);
        check(index >= 0, "an escape");
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        check(text.startsWith(word, at), word);
        at += word.length();
        return value;
    }

    private Long number() {
        int start = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        check(at > start, "a value");
        return Long.valueOf(text.substring(start, at));
    }

    private boolean takes(char wanted) {
        boolean isThere = peek() == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    /** The next letter that is not blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void check(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + " at column " + (at + 1));
        }
    }
}
