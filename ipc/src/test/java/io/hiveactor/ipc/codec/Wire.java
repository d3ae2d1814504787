package io.hiveactor.ipc.codec;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/** What a codec sends, as bytes or in hex. */
final class Wire {
    private static final int ROOM = 4_096; // for the values of most tests

    private Wire() {}

    static ByteBuffer room(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer payload(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer payload(String hex) {
        return payload(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static <T> byte[] bytes(Codec<T> codec, T value) {
        byte[] bytes = new byte[ROOM];
        ByteBuffer out = payload(bytes);
        codec.encode(value, out);
        return Arrays.copyOf(bytes, out.position());
    }

    static <T> String hex(Codec<T> codec, T value) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes(codec, value));
    }

    /** The value of a whole message. */
    static <T> T value(Codec<T> codec, ByteBuffer in) {
        T value = codec.decode(in);
        assertFalse(in.hasRemaining(), () -> in.remaining() + " bytes left after " + value);
        return value;
    }

    static <T> T value(Codec<T> codec, String hex) {
        return value(codec, payload(hex));
    }
}
