package io.hiveactor.ipc.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CodecRecordTest {
    record Reading(int sensor, double value) {
        static final Codec<Reading> CODEC =
                Codec.record(Codec.INT, Reading::sensor, Codec.DOUBLE, Reading::value, Reading::new);
    }

    private static <T> void assertBytes(String hex, Codec<T> codec, T value) {
        assertEquals(hex, Wire.hex(codec, value));
        assertEquals(value, Wire.value(codec, hex));
    }

    /** Components of one type are told apart by their place alone. */
    @Nested
    class GivenComponentsOfOneType {
        record One(byte a) {}

        record Two(byte a, byte b) {}

        record Three(byte a, byte b, byte c) {}

        record Four(byte a, byte b, byte c, byte d) {}

        record Five(byte a, byte b, byte c, byte d, byte e) {}

        record Six(byte a, byte b, byte c, byte d, byte e, byte f) {}

        private static final Codec<Byte> BYTE = Codec.BYTE;

        @Test
        void oneHasItsByte() {
            assertBytes("01", Codec.record(BYTE, One::a, One::new), new One((byte) 1));
        }

        @Test
        void twoKeepTheirOrder() {
            Codec<Two> codec = Codec.record(BYTE, Two::a, BYTE, Two::b, Two::new);
            assertBytes("01 02", codec, new Two((byte) 1, (byte) 2));
        }

        @Test
        void threeKeepTheirOrder() {
            Codec<Three> codec = Codec.record(BYTE, Three::a, BYTE, Three::b, BYTE, Three::c, Three::new);
            assertBytes("01 02 03", codec, new Three((byte) 1, (byte) 2, (byte) 3));
        }

        @Test
        void fourKeepTheirOrder() {
            Codec<Four> codec =
                    Codec.record(BYTE, Four::a, BYTE, Four::b, BYTE, Four::c, BYTE, Four::d, Four::new);
            assertBytes("01 02 03 04", codec, new Four((byte) 1, (byte) 2, (byte) 3, (byte) 4));
        }

        @Test
        void fiveKeepTheirOrder() {
            Codec<Five> codec = Codec.record(
                    BYTE, Five::a, BYTE, Five::b, BYTE, Five::c, BYTE, Five::d, BYTE, Five::e, Five::new);
            assertBytes("01 02 03 04 05", codec, new Five((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5));
        }

        @Test
        void sixKeepTheirOrder() {
            Codec<Six> codec = Codec.record(
                    BYTE, Six::a, BYTE, Six::b, BYTE, Six::c, BYTE, Six::d, BYTE, Six::e, BYTE, Six::f, Six::new);
            assertBytes("01 02 03 04 05 06", codec,
                    new Six((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 6));
        }
    }

    @Test
    void componentsOfAllTypesFollowOneAnotherWithoutGaps() {
        record Mixed(boolean on, String name, short port, ByteBuffer key, Optional<Integer> limit, char unit) {}
        Codec<Mixed> codec = Codec.record(
                Codec.BOOLEAN, Mixed::on,
                Codec.TEXT, Mixed::name,
                Codec.SHORT, Mixed::port,
                Codec.BYTES.map(ByteBuffer::wrap, ByteBuffer::array), Mixed::key,
                Codec.optional(Codec.INT), Mixed::limit,
                Codec.CHAR, Mixed::unit,
                Mixed::new);
        ByteBuffer key = ByteBuffer.wrap(new byte[] {9});
        assertBytes("01 02 00 6f 6b 50 00 01 00 09 01 07 00 00 00 43 00", codec,
                new Mixed(true, "ok", (short) 80, key, Optional.of(7), 'C'));
    }

    @Test
    void recordsAndListsNest() {
        record Batch(String source, List<Reading> readings, Optional<Reading> worst) {}
        Codec<Batch> codec = Codec.record(
                Codec.TEXT, Batch::source,
                Codec.listOf(Reading.CODEC), Batch::readings,
                Codec.optional(Reading.CODEC), Batch::worst,
                Batch::new);
        Reading low = new Reading(1, 0.5);
        Reading high = new Reading(2, 1.0);
        String lowHex = "01 00 00 00 00 00 00 00 00 00 e0 3f";
        String highHex = "02 00 00 00 00 00 00 00 00 00 f0 3f";
        assertBytes("01 00 61 02 00 " + lowHex + " " + highHex + " 01 " + highHex, codec,
                new Batch("a", List.of(low, high), Optional.of(high)));
        assertBytes("00 00 00 00 00", codec, new Batch("", List.of(), Optional.empty()));
    }

    @Test
    void plainTextMayEndARecord() {
        record Line(byte level, String text) {}
        Codec<Line> codec = Codec.record(Codec.BYTE, Line::level, Codec.PLAIN_TEXT, Line::text, Line::new);
        assertBytes("03 68 69", codec, new Line((byte) 3, "hi"));
    }

    @Test
    void whatAConstructorRefusesIsMalformed() {
        record Percent(byte value) {
            Percent {
                if (value < 0 || value > 100) {
                    throw new IllegalArgumentException("percent must be 0 to 100: " + value);
                }
            }
        }
        Codec<Percent> codec = Codec.record(Codec.BYTE, Percent::value, Percent::new);
        assertBytes("64", codec, new Percent((byte) 100));
        Codec<List<Percent>> list = Codec.listOf(codec);
        var e = assertThrows(MalformedMessage.class, () -> Wire.value(list, "01 00 65"));
        assertEquals("refused: percent must be 0 to 100: 101", e.getMessage());
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
    }

    @Test
    void whatAMappingRefusesIsMalformed() {
        Codec<Integer> decimal = Codec.TEXT.map(Integer::valueOf, String::valueOf);
        assertBytes("02 00 34 32", decimal, 42);
        var e = assertThrows(MalformedMessage.class, () -> Wire.value(decimal, "01 00 78"));
        assertEquals("refused: For input string: \"x\"", e.getMessage());
    }

    /** Which no constructor refused. */
    @Test
    void aMalformedComponentKeepsItsOwnMessage() {
        record Switch(boolean on) {}
        Codec<Switch> codec = Codec.record(Codec.BOOLEAN, Switch::on, Switch::new);
        var e = assertThrows(MalformedMessage.class, () -> Wire.value(codec, "02"));
        assertEquals("boolean must be 0 or 1: 2", e.getMessage());
    }

    @Nested
    class GivenASealedType {
        sealed interface Command permits Start, Stop, Tune, Level {}

        record Start(short port) implements Command {}

        record Stop() implements Command {}

        sealed interface Tune extends Command permits Up, Down {}

        record Up(byte by) implements Tune {}

        record Down(byte by) implements Tune {}

        enum Level implements Command {
            LOW,
            HIGH {
                @Override
                boolean isLoud() {
                    return true;
                }
            };

            boolean isLoud() {
                return false;
            }
        }

        private static final Codec<Start> START = Codec.record(Codec.SHORT, Start::port, Start::new);
        private static final Codec<Stop> STOP = Codec.record(Stop::new);
        private static final Codec<Tune> TUNE = Codec.oneOf(
                Codec.variant(Up.class, Codec.record(Codec.BYTE, Up::by, Up::new)),
                Codec.variant(Down.class, Codec.record(Codec.BYTE, Down::by, Down::new)));
        private static final Codec<Command> COMMAND = Codec.oneOf(
                Codec.variant(Start.class, START),
                Codec.variant(Stop.class, STOP),
                Codec.variant(Tune.class, TUNE),
                Codec.variant(Level.class, Codec.ofEnum(Level.class)));

        @Test
        void aTagTellsTheVariant() {
            assertBytes("00 50 00", COMMAND, new Start((short) 80));
            assertBytes("01", COMMAND, new Stop());
        }

        @Test
        void aVariantMayBeSealedItself() {
            assertBytes("02 00 05", COMMAND, new Up((byte) 5));
            assertBytes("02 01 05", COMMAND, new Down((byte) 5));
        }

        @Test
        void anEnumIsAVariantAlsoWhereAConstantHasABody() {
            assertBytes("03 00", COMMAND, Level.LOW);
            assertBytes("03 01", COMMAND, Level.HIGH);
        }

        @Test
        void aListTakesDifferentVariants() {
            assertBytes("02 00 01 00 07 00", Codec.listOf(COMMAND), List.of(new Stop(), new Start((short) 7)));
        }

        @Test
        void theVariantsAreCopied() {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Variant<? extends Command>[] variants = new Variant[] {Codec.variant(Stop.class, STOP)};
            Codec<Command> codec = Codec.oneOf(variants);
            variants[0] = Codec.variant(Start.class, START);
            assertBytes("00", codec, new Stop());
        }
    }

    /** A codec of one's own, for what the others cannot do. */
    @Test
    void anOwnCodecCanBeMappedAndPutIntoARecord() {
        Codec<Integer> three = new Codec<>() {
            @Override
            public void encode(Integer value, ByteBuffer out) {
                out.putShort(value.shortValue()).put((byte) (value >> 16));
            }

            @Override
            public Integer decode(ByteBuffer in) {
                return Short.toUnsignedInt(in.getShort()) | in.get() << 16;
            }
        };
        record Color(int rgb) {}
        assertBytes("56 34 12", Codec.record(three, Color::rgb, Color::new), new Color(0x123456));
        assertBytes("56 34 12", three.map(Color::new, Color::rgb), new Color(0x123456));
    }
}
