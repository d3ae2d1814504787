package io.hiveactor.service.queue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes of a message as bytes: their number, then key and value of each, in the unsigned order of the keys' bytes; every
 * length and number has 32 bits. Equal attributes have equal bytes, which is what the hash chain covers.
 */
public final class Attributes {
    private Attributes() {}

    public static byte[] encode(Map<String, String> attributes) {
        List<byte[]> keys = new ArrayList<>(attributes.size());
        attributes.keySet().forEach(key -> keys.add(key.getBytes(StandardCharsets.UTF_8)));
        keys.sort(Arrays::compareUnsigned);
        var out = new ByteArrayOutputStream(64);
        out.writeBytes(number(attributes.size()));
        for (byte[] key : keys) {
            byte[] value = attributes.getOrDefault(new String(key, StandardCharsets.UTF_8), "")
                    .getBytes(StandardCharsets.UTF_8);
            out.writeBytes(number(key.length));
            out.writeBytes(key);
            out.writeBytes(number(value.length));
            out.writeBytes(value);
        }
        return out.toByteArray();
    }

    /** Reads bytes whose hash was checked; in the order of the keys. */
    public static Map<String, String> decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int count = in.getInt();
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(text(in), text(in));
        }
        return attributes;
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
