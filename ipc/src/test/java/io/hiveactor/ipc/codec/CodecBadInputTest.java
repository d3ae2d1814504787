package io.hiveactor.ipc.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.ipc.codec.ManyConstants.Of257;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecBadInputTest {
    private static <T> void assertMalformed(String problem, Codec<T> codec, String hex) {
        var e = assertThrows(MalformedMessage.class, () -> Wire.value(codec, hex));
        assertEquals(problem, e.getMessage());
    }

    /** Whether or not there is room: it is no matter of the channel. */
    private static <T> void assertRefused(String problem, Codec<T> codec, T value) {
        for (int room : new int[] {0, 100_000}) {
            var e = assertThrows(IllegalArgumentException.class, () -> codec.encode(value, Wire.room(room)));
            assertEquals(problem, e.getMessage());
        }
    }

    @Nested
    class WhenEncoding {
        @Test
        void whatDoesNotFitOverflows() {
            Codec.TEXT.encode("hello", Wire.room(7));
            assertThrows(BufferOverflowException.class, () -> Codec.TEXT.encode("hello", Wire.room(6)));
            assertThrows(BufferOverflowException.class, () -> Codec.PLAIN_TEXT.encode("\u20ac", Wire.room(2)));
            assertThrows(BufferOverflowException.class, () -> Codec.BYTES.encode(new byte[5], Wire.room(6)));
            assertThrows(BufferOverflowException.class, () -> Codec.PLAIN_BYTES.encode(new byte[5], Wire.room(4)));
            assertThrows(BufferOverflowException.class, () -> Codec.DURATION.encode(Duration.ZERO, Wire.room(11)));
            assertThrows(BufferOverflowException.class,
                    () -> Codec.listOf(Codec.BYTE).encode(Collections.nCopies(5, (byte) 1), Wire.room(6)));
        }

        @Test
        void textOverItsLimitIsCountedInBytes() {
            assertRefused("bytes of text must be at most 65535: 65536", Codec.TEXT, "x".repeat(65_536));
            assertRefused("bytes of text must be at most 65535: 65536", Codec.TEXT, "\u00fc".repeat(32_768));
            assertRefused("bytes of text must be at most 65535: 65538", Codec.TEXT, "\u20ac".repeat(21_846));
            assertRefused("bytes of text must be at most 65535: 65536", Codec.TEXT, "\ud83d\udc1d".repeat(16_384));
        }

        @Test
        void bytesOverTheirLimitAreRefused() {
            assertRefused("bytes must be at most 65535: 65536", Codec.BYTES, new byte[65_536]);
        }

        @Test
        void aListOverItsLimitIsRefused() {
            List<Byte> list = Collections.nCopies(65_536, (byte) 1);
            assertRefused("elements must be at most 65535: 65536", Codec.listOf(Codec.BYTE), list);
        }

        @Test
        void elementsWithoutBytesAreRefusedForNobodyCouldDecodeThem() {
            Codec<List<String>> codec = Codec.listOf(Codec.PLAIN_TEXT);
            var e = assertThrows(IllegalArgumentException.class, () -> Wire.bytes(codec, List.of("a", "", "")));
            assertEquals("3 elements must take a byte each: 1", e.getMessage());
        }

        @ParameterizedTest
        @ValueSource(strings = {"ab\ud83d", "ab\ud83dc", "ab\udc1d", "ab\udc1d\ud83d"})
        void halfACharacterIsNotReplaced(String text) {
            String problem = "text has half a character at 2: U+" + Integer.toHexString(text.charAt(2));
            for (Codec<String> codec : List.of(Codec.TEXT, Codec.PLAIN_TEXT)) {
                var e = assertThrows(IllegalArgumentException.class, () -> Wire.bytes(codec, text));
                assertEquals(problem, e.getMessage());
            }
        }

        @Test
        void aTypeWithoutAVariantIsRefused() {
            Codec<Number> codec = Codec.oneOf(Codec.variant(Integer.class, Codec.INT));
            assertRefused("no variant for java.lang.Long", codec, 1L);
        }
    }

    @Nested
    class WhenDecoding {
        @Test
        void bytesThatEndWithinAValueUnderflow() {
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.INT, "01 02 03"));
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.BOOLEAN, ""));
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.TEXT, "01"));
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.UUID, "00 11 22 33 44 55 66 77"));
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.listOf(Codec.INT), "01 00 01 02"));
            assertThrows(BufferUnderflowException.class, () -> Wire.value(Codec.optional(Codec.BYTE), "01"));
        }

        @Test
        void aSizeBeyondTheMessageIsMalformed() {
            assertMalformed("bytes of text must be at most the 2 bytes left: 3", Codec.TEXT, "03 00 68 69");
            assertMalformed("bytes must be at most the 0 bytes left: 65535", Codec.BYTES, "ff ff");
        }

        @Test
        void aCountBeyondTheMessageIsMalformedBeforeThereIsAList() {
            assertMalformed("elements must be at most the 1 bytes left: 65535", Codec.listOf(Codec.BYTE), "ff ff 01");
            assertMalformed("elements must be at most the 1 bytes left: 32768", Codec.listOf(Codec.BYTE), "00 80 01");
            assertMalformed("elements must be at most the 0 bytes left: 1", Codec.listOf(Codec.PLAIN_TEXT), "01 00");
        }

        @ParameterizedTest
        @ValueSource(strings = {"02", "7f", "80", "ff"})
        void aFlagIsZeroOrOne(String hex) {
            byte value = (byte) Integer.parseInt(hex, 16);
            assertMalformed("boolean must be 0 or 1: " + value, Codec.BOOLEAN, hex);
            assertMalformed("boolean must be 0 or 1: " + value, Codec.optional(Codec.BYTE), hex + " 00");
        }

        @Test
        void anUnknownOrdinalIsMalformed() {
            assertMalformed("State must be 0 to 5: 6", Codec.ofEnum(Thread.State.class), "06");
            assertMalformed("State must be 0 to 5: 255", Codec.ofEnum(Thread.State.class), "ff");
            assertMalformed("Of257 must be 0 to 256: 257", Codec.ofEnum(Of257.class), "01 01");
            assertMalformed("Of257 must be 0 to 256: 65535", Codec.ofEnum(Of257.class), "ff ff");
        }

        @Test
        void anUnknownTagIsMalformed() {
            Codec<Number> codec =
                    Codec.oneOf(Codec.variant(Integer.class, Codec.INT), Codec.variant(Long.class, Codec.LONG));
            assertMalformed("variant must be 0 to 1: 2", codec, "02 00 00 00 00");
            assertMalformed("variant must be 0 to 1: 255", codec, "ff");
        }

        @Test
        void nanosecondsAreLessThanASecond() {
            assertMalformed("nanoseconds must be 0 to 999999999: 1000000000", Codec.INSTANT,
                    "00 00 00 00 00 00 00 00 00 ca 9a 3b");
            assertMalformed("nanoseconds must be 0 to 999999999: -1", Codec.DURATION,
                    "00 00 00 00 00 00 00 00 ff ff ff ff");
        }

        @Test
        void secondsBeyondEveryInstantAreMalformed() {
            assertMalformed("seconds are beyond every instant: 31556889864403200", Codec.INSTANT,
                    "00 79 95 fa d2 1c 70 00 00 00 00 00");
            assertMalformed("seconds are beyond every instant: -31557014167219201", Codec.INSTANT,
                    "ff 13 64 14 10 e3 8f ff 00 00 00 00");
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource({
            "lone continuation, 80, 0, 80",
            "never a byte of UTF-8, 61 ff, 1, ff",
            "two bytes for one, c0 80, 0, c0",
            "three bytes for two, 61 e0 81 81, 1, e0",
            "four bytes for three, f0 82 82 ac, 0, f0",
            "half a character, ed a0 80, 0, ed",
            "beyond Unicode, f4 90 80 80, 0, f4",
            "two bytes cut, 61 c3, 1, c3",
            "three bytes cut, e2 82, 0, e2",
            "four bytes cut, f0 9f 90, 0, f0",
            "cut by a letter, e2 82 61, 0, e2",
            "behind a true replacement, ef bf bd ff, 3, ff",
        })
        void whatIsNotUtf8IsNotReplaced(String name, String hex, int at, String found) {
            String problem = "not UTF-8 at byte " + at + ": 0x" + found;
            int length = Wire.payload(hex).remaining();
            assertMalformed(problem, Codec.PLAIN_TEXT, hex);
            assertMalformed(problem, Codec.TEXT, "0" + length + " 00 " + hex);

            ByteBuffer direct = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
            direct.put(Wire.payload(hex)).flip();
            assertThrows(MalformedMessage.class, () -> Codec.PLAIN_TEXT.decode(direct));
        }

        @Test
        void bytesBehindATextDoNotHealIt() {
            assertMalformed("not UTF-8 at byte 0: 0xc3", Codec.TEXT, "01 00 c3 bc");
        }
    }

    @Nested
    class WhenMakingACodecOfVariants {
        private final Variant<Number> number = Codec.variant(Number.class, Codec.INT.map(i -> i, Number::intValue));
        private final Variant<Integer> integer = Codec.variant(Integer.class, Codec.INT);

        @Test
        void thereHasToBeOne() {
            var e = assertThrows(IllegalArgumentException.class, Codec::oneOf);
            assertEquals("variants must be 1 to 256: 0", e.getMessage());
        }

        @Test
        void moreThanAByteCanTellAreRefused() {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Variant<Number>[] many = Collections.nCopies(257, number).toArray(new Variant[0]);
            var e = assertThrows(IllegalArgumentException.class, () -> Codec.oneOf(many));
            assertEquals("variants must be 1 to 256: 257", e.getMessage());
        }

        @Test
        void oneThatAnEarlierOneHidesIsRefused() {
            Codec<Number> special = Codec.oneOf(integer, number);
            assertEquals("00 07 00 00 00", Wire.hex(special, 7));
            assertEquals("01 07 00 00 00", Wire.hex(special, 7L));

            var e = assertThrows(IllegalArgumentException.class, () -> Codec.<Number>oneOf(number, integer));
            assertEquals("variant java.lang.Integer is never used: it comes after java.lang.Number", e.getMessage());
        }
    }
}
