package io.hiveactor.ipc.codec;

import io.hiveactor.ipc.codec.ManyConstants.Of256;
import io.hiveactor.ipc.codec.ManyConstants.Of257;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;

/** A codec that knows where its values end, and a value for it. */
record RandomValue<T>(Codec<T> codec, T value) {
    private static final int MAX_DEPTH = 3;

    /** A codec, and how to make values for it. */
    private record Source<T>(Codec<T> codec, Function<SplittableRandom, T> values) {}

    private record Pair<A, B>(A first, B second) {}

    private sealed interface Either<A, B> {}

    private record Left<A, B>(A value) implements Either<A, B> {}

    private record Right<A, B>(B value) implements Either<A, B> {}

    private static final List<Source<?>> SCALARS = List.of(
            new Source<>(Codec.BYTE, random -> (byte) random.nextInt()),
            new Source<>(Codec.SHORT, random -> (short) random.nextInt()),
            new Source<>(Codec.INT, SplittableRandom::nextInt),
            new Source<>(Codec.LONG, SplittableRandom::nextLong),
            new Source<>(Codec.FLOAT, random -> Float.intBitsToFloat(random.nextInt())),
            new Source<>(Codec.DOUBLE, random -> Double.longBitsToDouble(random.nextLong())),
            new Source<>(Codec.CHAR, random -> (char) random.nextInt()),
            new Source<>(Codec.BOOLEAN, SplittableRandom::nextBoolean),
            new Source<>(Codec.INSTANT, random -> Instant.ofEpochSecond(random.nextInt(), random.nextInt())),
            new Source<>(Codec.DURATION, random -> Duration.ofSeconds(random.nextInt(), random.nextInt())),
            new Source<>(Codec.UUID, random -> new UUID(random.nextLong(), random.nextLong())),
            new Source<>(Codec.TEXT, RandomValue::text),
            new Source<>(Codec.BYTES.map(ByteBuffer::wrap, ByteBuffer::array), RandomValue::bytes),
            new Source<>(Codec.ofEnum(Of256.class), random -> Of256.values()[random.nextInt(256)]),
            new Source<>(Codec.ofEnum(Of257.class), random -> Of257.values()[random.nextInt(257)]));

    static RandomValue<?> of(SplittableRandom random) {
        return value(source(random, 0), random);
    }

    private static <T> RandomValue<T> value(Source<T> source, SplittableRandom random) {
        return new RandomValue<>(source.codec, source.values.apply(random));
    }

    private static Source<?> source(SplittableRandom random, int depth) {
        return switch (depth == MAX_DEPTH ? 0 : random.nextInt(6)) {
            case 0, 1 -> SCALARS.get(random.nextInt(SCALARS.size()));
            case 2 -> list(source(random, depth + 1));
            case 3 -> optional(source(random, depth + 1));
            case 4 -> pair(source(random, depth + 1), source(random, depth + 1));
            default -> either(source(random, depth + 1), source(random, depth + 1));
        };
    }

    private static <T> Source<List<T>> list(Source<T> element) {
        return new Source<>(Codec.listOf(element.codec), random -> {
            List<T> list = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                list.add(element.values.apply(random));
            }
            return list;
        });
    }

    private static <T> Source<Optional<T>> optional(Source<T> value) {
        return new Source<>(Codec.optional(value.codec),
                random -> random.nextBoolean() ? Optional.of(value.values.apply(random)) : Optional.empty());
    }

    private static <A, B> Source<Pair<A, B>> pair(Source<A> a, Source<B> b) {
        return new Source<>(Codec.record(a.codec, Pair::first, b.codec, Pair::second, Pair::new),
                random -> new Pair<>(a.values.apply(random), b.values.apply(random)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // there is no class of a type with parameters
    private static <A, B> Source<Either<A, B>> either(Source<A> a, Source<B> b) {
        Codec<Left<A, B>> left = Codec.record(a.codec, Left::value, Left::new);
        Codec<Right<A, B>> right = Codec.record(b.codec, Right::value, Right::new);
        Codec<Either<A, B>> codec = Codec.oneOf(
                Codec.variant((Class<Left<A, B>>) (Class) Left.class, left),
                Codec.variant((Class<Right<A, B>>) (Class) Right.class, right));
        return new Source<>(codec, random -> random.nextBoolean()
                ? new Left<>(a.values.apply(random))
                : new Right<>(b.values.apply(random)));
    }

    private static String text(SplittableRandom random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            int point = random.nextInt(1 << (7 + random.nextInt(14)));
            boolean isCharacter = point < 0xD800 || (point > 0xDFFF && point <= Character.MAX_CODE_POINT);
            text.appendCodePoint(isCharacter ? point : 'x');
        }
        return text.toString();
    }

    private static ByteBuffer bytes(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }
}
