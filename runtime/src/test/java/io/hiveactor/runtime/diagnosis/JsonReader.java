package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON strictly, by RFC 8259: into maps, lists, strings, longs, booleans and null. */
final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    static Object read(String text) {
        var reader = new JsonReader(text);
        Object value = reader.value();
        reader.check(reader.at == text.length(), "the end");
        return value;
    }

    /** The value at a path of names and of indexes into lists. */
    static Object at(Object root, Object... path) {
        Object here = root;
        for (Object step : path) {
            if (here instanceof Map<?, ?> map && map.containsKey(step)) {
                here = map.get(step);
            } else if (here instanceof List<?> list && step instanceof Integer index) {
                here = list.get(index);
            } else {
                throw new IllegalArgumentException("no " + step + " in " + here);
            }
        }
        return here;
    }

    private Object value() {
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        while (!takes('}')) {
            check(fields.isEmpty() || takes(','), "a comma");
            String name = string();
            check(takes(':'), "a colon");
            check(!fields.containsKey(name), "a new name");
            fields.put(name, value());
        }
        return fields;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        at++;
        while (!takes(']')) {
            check(elements.isEmpty() || takes(','), "a comma");
            elements.add(value());
        }
        return elements;
    }

    private String string() {
        check(takes('"'), "a quote");
        var read = new StringBuilder();
        while (!takes('"')) {
            char next = text.charAt(at++);
            check(next >= ' ', "no control character");
            read.append(next == '\\' ? escaped() : next);
        }
        return read.toString();
    }

    private char escaped() {
        char kind = text.charAt(at++);
        if (kind == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int index = "\"\\/bfnrt".indexOf(kind);
        check(index >= 0, "an escape");
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private Object word(String word, Object value) {
        check(text.startsWith(word, at), word);
        at += word.length();
        return value;
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "-+.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.contains(".")) {
            return Double.valueOf(digits);
        }
        return Long.valueOf(digits);
    }

    private boolean takes(char wanted) {
        boolean isThere = text.charAt(at) == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void check(boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + expected + " at " + at + " of " + text);
        }
    }
}
