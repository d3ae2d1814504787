package io.hiveactor.service.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Places in lists, as opaque text. A checksum over list and place tells our own cursors from anything else; it is no
 * secret, for a place gives access to nothing.
 */
final class Cursor {
    private static final int CHECKSUM = Integer.BYTES;
    private static final int LONGEST = 512;

    private Cursor() {}

    static String encode(String list, byte[] place) {
        byte[] bytes = ByteBuffer.allocate(CHECKSUM + place.length)
                .putInt(checksum(list, place))
                .put(place)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static String encode(String list, long place) {
        return encode(list, ByteBuffer.allocate(Long.BYTES).putLong(place).array());
    }

    /** Returns null if the text is no cursor of this list. */
    static byte @Nullable [] decode(String list, String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            return null;
        }
        if (bytes.length < CHECKSUM) {
            return null;
        }
        byte[] place = Arrays.copyOfRange(bytes, CHECKSUM, bytes.length);
        boolean isOurs = ByteBuffer.wrap(bytes).getInt() == checksum(list, place) && encode(list, place).equals(text);
        return isOurs ? place : null;
    }

    /** Returns -1 if the text is no cursor of this list. */
    static long decodeLong(String list, String text) {
        byte[] place = decode(list, text);
        return place == null || place.length != Long.BYTES ? -1 : ByteBuffer.wrap(place).getLong();
    }

    private static int checksum(String list, byte[] place) {
        var crc = new CRC32C();
        crc.update(list.getBytes(StandardCharsets.UTF_8));
        crc.update(0);
        crc.update(place);
        return (int) crc.getValue();
    }
}
