package io.hiveactor.ipc.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** SplittableRandom codecs, each with a random value. */
class CodecRandomTest {
    private static final int SEEDS = 20 * Integer.getInteger("hive.seeds", 200);

    @Test
    void aValueComesBackAndWhatFollowsItStaysUnread() {
        forEachSeed(Run::comesBack);
    }

    @Test
    void lessRoomThanItsBytesOverflows() {
        forEachSeed(Run::overflows);
    }

    @Test
    void noBeginningOfItsBytesIsAValue() {
        forEachSeed(Run::needsAllItsBytes);
    }

    @Test
    void changedBytesAreMalformedOrTheOnlyFormOfAnotherValue() {
        var seen = new TreeMap<String, Integer>();
        forEachSeed(run -> run.survivesChanges(seen));
        assertTrue(seen.keySet().containsAll(List.of("value", "malformed", "underflow")), seen::toString);
    }

    private static void forEachSeed(Consumer<Run<?>> check) {
        long base = Long.getLong("hive.seed", System.nanoTime());
        for (long seed = base; seed < base + SEEDS; seed++) {
            try {
                check.accept(new Run<>(seed, RandomValue.of(new SplittableRandom(seed))));
            } catch (RuntimeException e) {
                throw new AssertionError("-Dhive.seed=" + seed, e);
            }
        }
    }

    private static final class Run<T> {
        private final String seed;
        private final SplittableRandom random;
        private final Codec<T> codec;
        private final T value;
        private final byte[] bytes;

        Run(long seed, RandomValue<T> given) {
            this.seed = "-Dhive.seed=" + seed + ": " + given.value();
            random = new SplittableRandom(~seed);
            codec = given.codec();
            value = given.value();
            bytes = Wire.bytes(codec, value);
        }

        void comesBack() {
            ByteBuffer in = Wire.payload(Arrays.copyOf(bytes, bytes.length + 3));
            assertEquals(value, codec.decode(in), seed);
            assertEquals(3, in.remaining(), seed);
        }

        void overflows() {
            byte[] exact = new byte[bytes.length];
            codec.encode(value, Wire.payload(exact));
            assertArrayEquals(bytes, exact, seed);
            ByteBuffer less = Wire.room(random.nextInt(bytes.length));
            assertThrows(BufferOverflowException.class, () -> codec.encode(value, less), seed);
        }

        void needsAllItsBytes() {
            byte[] start = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            String outcome = outcome(start);
            assertTrue(outcome.equals("malformed") || outcome.equals("underflow"), seed);
        }

        void survivesChanges(Map<String, Integer> seen) {
            byte[] changed = bytes.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                changed[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            seen.merge(outcome(changed), 1, Integer::sum);
        }

        private String outcome(byte[] payload) {
            ByteBuffer in = Wire.payload(payload);
            try {
                T decoded = codec.decode(in);
                assertArrayEquals(Arrays.copyOf(payload, in.position()), Wire.bytes(codec, decoded), seed);
                return "value";
            } catch (MalformedMessage e) {
                return "malformed";
            } catch (BufferUnderflowException e) {
                return "underflow";
            }
        }
    }
}
