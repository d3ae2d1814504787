package io.hiveactor.service.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The begin of a payload, for people.
 *
 * @param kind {@code text} or {@code hex}
 * @param text at most 4,096 bytes of the payload
 */
record Preview(String kind, String text) {
    private static final int BYTES = 4_096;

    /** As text if it is UTF-8, cut back to a whole character; else as hex digits. */
    static Preview of(byte[] payload) {
        int length = Math.min(payload.length, BYTES);
        int whole = length < payload.length ? wholeCharacters(payload, length) : length;
        try {
            ByteBuffer begin = ByteBuffer.wrap(payload, 0, whole);
            return new Preview("text", StandardCharsets.UTF_8.newDecoder().decode(begin).toString());
        } catch (CharacterCodingException _) {
            return new Preview("hex", HexFormat.of().formatHex(payload, 0, length));
        }
    }

    private static int wholeCharacters(byte[] payload, int length) {
        int end = length;
        while (end > length - 3 && (payload[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }
}
