package io.hiveactor.ipc.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hiveactor.ipc.codec.ManyConstants.Of256;
import io.hiveactor.ipc.codec.ManyConstants.Of257;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of each codec. Whoever changes them cuts off every receiver that was built before. */
class CodecFormatTest {
    private static final Codec<ByteBuffer> BLOB = Codec.BYTES.map(ByteBuffer::wrap, ByteBuffer::array);
    private static final Codec<ByteBuffer> PLAIN_BLOB = Codec.PLAIN_BYTES.map(ByteBuffer::wrap, ByteBuffer::array);

    static Stream<Arguments> primitives() {
        return Stream.of(
                arguments("byte", Codec.BYTE, (byte) -2, "fe"),
                arguments("short", Codec.SHORT, (short) 0x1234, "34 12"),
                arguments("least short", Codec.SHORT, Short.MIN_VALUE, "00 80"),
                arguments("int", Codec.INT, 0x12345678, "78 56 34 12"),
                arguments("negative int", Codec.INT, -2, "fe ff ff ff"),
                arguments("long", Codec.LONG, 0x123456789abcdef0L, "f0 de bc 9a 78 56 34 12"),
                arguments("least long", Codec.LONG, Long.MIN_VALUE, "00 00 00 00 00 00 00 80"),
                arguments("float", Codec.FLOAT, 1.5f, "00 00 c0 3f"),
                arguments("negative zero float", Codec.FLOAT, -0.0f, "00 00 00 80"),
                arguments("double", Codec.DOUBLE, -2.5, "00 00 00 00 00 00 04 c0"),
                arguments("no number", Codec.DOUBLE, Double.NaN, "00 00 00 00 00 00 f8 7f"),
                arguments("false", Codec.BOOLEAN, false, "00"),
                arguments("true", Codec.BOOLEAN, true, "01"),
                arguments("char", Codec.CHAR, '\u20ac', "ac 20"),
                arguments("half a character", Codec.CHAR, '\ud83d', "3d d8"));
    }

    static Stream<Arguments> times() {
        return Stream.of(
                arguments("epoch", Codec.INSTANT, Instant.EPOCH, "00 00 00 00 00 00 00 00 00 00 00 00"),
                arguments("instant", Codec.INSTANT, Instant.ofEpochSecond(1_700_000_000, 999_999_999),
                        "00 f1 53 65 00 00 00 00 ff c9 9a 3b"),
                arguments("before 1970", Codec.INSTANT, Instant.ofEpochSecond(0, -1),
                        "ff ff ff ff ff ff ff ff ff c9 9a 3b"),
                arguments("first instant", Codec.INSTANT, Instant.MIN, "00 14 64 14 10 e3 8f ff 00 00 00 00"),
                arguments("last instant", Codec.INSTANT, Instant.MAX, "ff 78 95 fa d2 1c 70 00 ff c9 9a 3b"),
                arguments("duration", Codec.DURATION, Duration.ofMillis(1500), "01 00 00 00 00 00 00 00 00 65 cd 1d"),
                arguments("longest duration", Codec.DURATION, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                        "ff ff ff ff ff ff ff 7f ff c9 9a 3b"),
                arguments("negative duration", Codec.DURATION, Duration.ofSeconds(Long.MIN_VALUE),
                        "00 00 00 00 00 00 00 80 00 00 00 00"));
    }

    static Stream<Arguments> textAndBytes() {
        return Stream.of(
                arguments("no text", Codec.TEXT, "", "00 00"),
                arguments("text", Codec.TEXT, "hi", "02 00 68 69"),
                arguments("text of 1 to 4 bytes", Codec.TEXT, "a\u00fc\u20ac\ud83d\udc1d",
                        "0a 00 61 c3 bc e2 82 ac f0 9f 90 9d"),
                arguments("ends of 1 to 4 bytes", Codec.PLAIN_TEXT,
                        "\0\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff",
                        "00 7f c2 80 df bf e0 a0 80 ef bf bf f0 90 80 80 f4 8f bf bf"),
                arguments("beside surrogates", Codec.PLAIN_TEXT, "\ud7ff\ue000", "ed 9f bf ee 80 80"),
                arguments("replacement character", Codec.TEXT, "\ufffd", "03 00 ef bf bd"),
                arguments("plain text", Codec.PLAIN_TEXT, "hi", "68 69"),
                arguments("no plain text", Codec.PLAIN_TEXT, "", ""),
                arguments("bytes", BLOB, ByteBuffer.wrap(new byte[] {1, -1}), "02 00 01 ff"),
                arguments("plain bytes", PLAIN_BLOB, ByteBuffer.wrap(new byte[] {1, -1}), "01 ff"),
                arguments("uuid", Codec.UUID, UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                        "00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"));
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                arguments("first constant", Codec.ofEnum(Of256.class), Of256.C0, "00"),
                arguments("last constant in a byte", Codec.ofEnum(Of256.class), Of256.C255, "ff"),
                arguments("first constant in a short", Codec.ofEnum(Of257.class), Of257.C0, "00 00"),
                arguments("last constant in a short", Codec.ofEnum(Of257.class), Of257.C256, "00 01"));
    }

    static Stream<Arguments> containers() {
        Codec<List<Short>> shorts = Codec.listOf(Codec.SHORT);
        Codec<Optional<String>> optional = Codec.optional(Codec.TEXT);
        return Stream.of(
                arguments("no elements", shorts, List.of(), "00 00"),
                arguments("elements", shorts, List.of((short) 1, (short) 2), "02 00 01 00 02 00"),
                arguments("lists in a list", Codec.listOf(shorts), List.of(List.of(), List.of((short) 5)),
                        "02 00 00 00 01 00 05 00"),
                arguments("texts", Codec.listOf(Codec.TEXT), List.of("a", ""), "02 00 01 00 61 00 00"),
                arguments("nothing", optional, Optional.empty(), "00"),
                arguments("something", optional, Optional.of("a"), "01 01 00 61"),
                arguments("mapped", Codec.INT.map(String::valueOf, Integer::valueOf), "16", "10 00 00 00"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"primitives", "times", "textAndBytes", "enums", "containers"})
    <T> void aValueHasTheseBytesAndTheyHaveThatValue(String name, Codec<T> codec, T value, String hex) {
        assertEquals(hex, Wire.hex(codec, value));
        assertEquals(value, Wire.value(codec, hex));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"primitives", "times", "textAndBytes", "enums", "containers"})
    <T> void aDirectBufferDoesAsWell(String name, Codec<T> codec, T value, String hex) {
        ByteBuffer direct = ByteBuffer.allocateDirect(100).order(ByteOrder.LITTLE_ENDIAN);
        codec.encode(value, direct);
        assertEquals(Wire.payload(hex), direct.flip());
        assertEquals(value, Wire.value(codec, direct));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"primitives", "times", "textAndBytes", "enums", "containers"})
    <T> void aPartOfAnArrayDoesAsWell(String name, Codec<T> codec, T value, String hex) {
        byte[] bytes = Wire.bytes(codec, value);
        ByteBuffer whole = Wire.room(bytes.length + 8).put(3, bytes);
        ByteBuffer part = whole.slice(2, bytes.length + 1).order(ByteOrder.LITTLE_ENDIAN).position(1);
        assertEquals(value, Wire.value(codec, part));
    }

    @Test
    void theLongestTextAndBytesHave65535Bytes() {
        String text = "\u20ac".repeat(65_535 / 3);
        ByteBuffer full = Wire.room(2 + 65_535);
        Codec.TEXT.encode(text, full);
        assertFalse(full.hasRemaining());
        assertEquals(text, Wire.value(Codec.TEXT, full.flip()));

        byte[] bytes = new byte[65_535];
        bytes[65_534] = 1;
        Codec.BYTES.encode(bytes, full.clear());
        assertArrayEquals(bytes, Wire.value(Codec.BYTES, full.flip()));
    }

    @Test
    void decodedBytesAreTheCallersOwn() {
        byte[] sent = {7};
        byte[] bytes = Wire.value(Codec.PLAIN_BYTES, Wire.payload(sent));
        sent[0] = 8;
        assertArrayEquals(new byte[] {7}, bytes);
    }

    @Test
    void aDecodedListCannotBeModified() {
        List<Byte> list = Wire.value(Codec.listOf(Codec.BYTE), "01 00 07");
        assertThrows(UnsupportedOperationException.class, () -> list.add((byte) 8));
    }

    @Test
    void bytesBehindTheValueStayUnreadForTheChannelToSee() {
        ByteBuffer in = Wire.payload("02 00 68 69 ff");
        assertEquals("hi", Codec.TEXT.decode(in));
        assertEquals(1, in.remaining());
    }
}
