package io.hiveactor.bench.service;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the values of one string field in JSON without parsing it all: a parser would take the cores that the broker needs.
 * The JSON has no spaces between a name and its value, and the values have no escapes.
 *
 * <p><b>Threads:</b> owner only.
 */
final class StringFields {
    private final byte[] field;
    private final byte[] payloadField;
    private final int payloadLength;
    private final AsciiBuffer values = new AsciiBuffer();
    private int[] ends = new int[16];
    private int count;

    /** @param payloadField whose values are so long that they are skipped by their known length */
    StringFields(String field, String payloadField, int payloadLength) {
        this.field = begin(field);
        this.payloadField = begin(payloadField);
        this.payloadLength = payloadLength;
    }

    private static byte[] begin(String name) {
        return ("\"" + name + "\":\"").getBytes(StandardCharsets.US_ASCII);
    }

    /** Keeps the values of the field, in their order, and returns how many there are. */
    int find(AsciiBuffer json) {
        values.clear();
        count = 0;
        byte[] bytes = json.array();
        int at = 0;
        while (at < json.length()) {
            if (bytes[at] != '"') {
                at++;
            } else if (isAt(field, json, at)) {
                at = keep(json, at + field.length);
            } else {
                at += isAt(payloadField, json, at) ? payloadField.length + payloadLength : 1;
            }
        }
        return count;
    }

    private static boolean isAt(byte[] name, AsciiBuffer json, int at) {
        int end = at + name.length;
        return end <= json.length() && Arrays.equals(json.array(), at, end, name, 0, name.length);
    }

    private int keep(AsciiBuffer json, int from) {
        int end = from;
        while (json.array()[end] != '"') {
            end++;
        }
        values.append(json.array(), from, end - from);
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = values.length();
        return end + 1;
    }

    int count() {
        return count;
    }

    void appendTo(AsciiBuffer target, int index) {
        int begin = begin(index);
        target.append(values.array(), begin, ends[index] - begin);
    }

    String text(int index) {
        int begin = begin(index);
        return values.text(begin, ends[index] - begin);
    }

    private int begin(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }
}
