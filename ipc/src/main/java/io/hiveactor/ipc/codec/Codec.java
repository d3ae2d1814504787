package io.hiveactor.ipc.codec;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How values of one type become the payload of a message, and back.
 *
 * {@snippet :
 * record Reading(int sensor, double value) {
 *     static final Codec<Reading> CODEC =
 *             Codec.record(Codec.INT, Reading::sensor, Codec.DOUBLE, Reading::value, Reading::new);
 * }
 * }
 *
 * <p>All is little-endian, as in HSX, and there is nothing in a payload but the values: no names, no versions. Sender
 * and receiver need the same codec. An encode allocates nothing and a decode only what it returns, but primitives are
 * boxed on their way.
 *
 * <p><b>Threads:</b> immutable.
 */
public interface Codec<T> {
    /**
     * Puts the value at the buffer's position. A failed encode may leave a part of it in the buffer.
     *
     * @param out little-endian
     * @throws BufferOverflowException if the value does not fit: that tells the channel that it is too large
     * @throws IllegalArgumentException if the value has no encoding, say a text of more than 65535 bytes
     */
    void encode(T value, ByteBuffer out);

    /**
     * Takes one value from the buffer's position, and not a byte more. What is left after the value of a whole message
     * makes that message malformed.
     *
     * @param in little-endian, up to the end of the payload
     * @throws MalformedMessage if the bytes stand for no value
     * @throws BufferUnderflowException if the bytes end within the value
     */
    T decode(ByteBuffer in);

    Codec<Byte> BYTE = of(ByteBuffer::put, ByteBuffer::get);

    Codec<Short> SHORT = of(ByteBuffer::putShort, ByteBuffer::getShort);

    Codec<Integer> INT = of(ByteBuffer::putInt, ByteBuffer::getInt);

    Codec<Long> LONG = of(ByteBuffer::putLong, ByteBuffer::getLong);

    Codec<Float> FLOAT = of(ByteBuffer::putFloat, ByteBuffer::getFloat);

    Codec<Double> DOUBLE = of(ByteBuffer::putDouble, ByteBuffer::getDouble);

    /** One UTF-16 unit in two bytes. */
    Codec<Character> CHAR = of(ByteBuffer::putChar, ByteBuffer::getChar);

    /** One byte, 0 or 1. */
    Codec<Boolean> BOOLEAN = of(Flag::put, Flag::get);

    /** Seconds since 1970 as a long, and nanoseconds as an int. */
    Codec<Instant> INSTANT = of(Times::put, Times::getInstant);

    /** Seconds as a long, and nanoseconds as an int. */
    Codec<Duration> DURATION = of(Times::put, Times::getDuration);

    /** 16 bytes in the order of its text, as everywhere else: not little-endian. */
    Codec<UUID> UUID = of(Uuids::put, Uuids::get);

    /** Text as UTF-8 behind its length in bytes, an unsigned short. */
    Codec<String> TEXT = of(Utf8::putSized, Utf8::getSized);

    /** Text as UTF-8 up to the end of the message, as on the standard streams; so nothing can follow it. */
    Codec<String> PLAIN_TEXT = of(Utf8::put, Utf8::getRest);

    /** Bytes behind their number, an unsigned short. A decoded array is the caller's own. */
    Codec<byte[]> BYTES = of(Bytes::putSized, Bytes::getSized);

    /** Bytes up to the end of the message; so nothing can follow them. A decoded array is the caller's own. */
    Codec<byte[]> PLAIN_BYTES = of(ByteBuffer::put, Bytes::getRest);

    /**
     * The ordinal, in one byte if there are at most 256 constants and else in an unsigned short. So the order of the
     * constants is part of the format: new ones go to the end, and the 257th changes it.
     */
    static <E extends Enum<E>> Codec<E> ofEnum(Class<E> type) {
        return new EnumCodec<>(type);
    }

    /**
     * A number of elements, an unsigned short, and the elements. Each has to take a byte at least; so a number that
     * cannot be true is known before there is a list. A decoded list cannot be modified.
     */
    static <T> Codec<List<T>> listOf(Codec<T> element) {
        return new ListCodec<>(element);
    }

    /** A byte that says whether there is a value, 0 or 1, and the value. */
    static <T> Codec<Optional<T>> optional(Codec<T> value) {
        return new OptionalCodec<>(value);
    }

    /**
     * The values of a few types, say of a sealed one: a byte that tells which of the variants it is, from 0, and its
     * value. So the order of the variants is part of the format: new ones go to the end.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // nothing is stored into the array
    static <T> Codec<T> oneOf(Variant<? extends T>... variants) {
        return new OneOfCodec<>(variants.clone());
    }

    /** One variant of {@link #oneOf}. */
    static <T> Variant<T> variant(Class<T> type, Codec<T> codec) {
        return new Variant<>(type, codec);
    }

    /**
     * A codec of what can be made from this one's values, and back.
     *
     * @param to may refuse a value with an {@link IllegalArgumentException}: such a message is malformed
     */
    default <U> Codec<U> map(Function<T, U> to, Function<U, T> from) {
        return record(this, from, to);
    }

    /** A record without components, for {@link #oneOf}: it takes no bytes. */
    static <R> Codec<R> record(Supplier<R> make) {
        return new RecordCodec<>(in -> make.get(), List.of());
    }

    /**
     * The components one after another; the same goes for the methods that take more of them.
     *
     * @param make may refuse a value with an {@link IllegalArgumentException}: such a message is malformed
     */
    static <R, A> Codec<R> record(Codec<A> a, Function<R, A> getA, Function<A, R> make) {
        return new RecordCodec<>(in -> make.apply(a.decode(in)), List.of(new Component<>(a, getA)));
    }

    /** Like {@link #record(Codec, Function, Function)}, with two components. */
    static <R, A, B> Codec<R> record(
            Codec<A> a, Function<R, A> getA, Codec<B> b, Function<R, B> getB, BiFunction<A, B, R> make) {
        return new RecordCodec<>(
                in -> make.apply(a.decode(in), b.decode(in)),
                List.of(new Component<>(a, getA), new Component<>(b, getB)));
    }

    /** Like {@link #record(Codec, Function, Function)}, with three components. */
    static <R, A, B, C> Codec<R> record(
            Codec<A> a, Function<R, A> getA,
            Codec<B> b, Function<R, B> getB,
            Codec<C> c, Function<R, C> getC,
            RecordConstructor.Of3<A, B, C, R> make) {
        return new RecordCodec<>(
                in -> make.make(a.decode(in), b.decode(in), c.decode(in)),
                List.of(new Component<>(a, getA), new Component<>(b, getB), new Component<>(c, getC)));
    }

    /** Like {@link #record(Codec, Function, Function)}, with four components. */
    static <R, A, B, C, D> Codec<R> record(
            Codec<A> a, Function<R, A> getA,
            Codec<B> b, Function<R, B> getB,
            Codec<C> c, Function<R, C> getC,
            Codec<D> d, Function<R, D> getD,
            RecordConstructor.Of4<A, B, C, D, R> make) {
        return new RecordCodec<>(
                in -> make.make(a.decode(in), b.decode(in), c.decode(in), d.decode(in)),
                List.of(new Component<>(a, getA), new Component<>(b, getB), new Component<>(c, getC),
                        new Component<>(d, getD)));
    }

    /** Like {@link #record(Codec, Function, Function)}, with five components. */
    static <R, A, B, C, D, E> Codec<R> record(
            Codec<A> a, Function<R, A> getA,
            Codec<B> b, Function<R, B> getB,
            Codec<C> c, Function<R, C> getC,
            Codec<D> d, Function<R, D> getD,
            Codec<E> e, Function<R, E> getE,
            RecordConstructor.Of5<A, B, C, D, E, R> make) {
        return new RecordCodec<>(
                in -> make.make(a.decode(in), b.decode(in), c.decode(in), d.decode(in), e.decode(in)),
                List.of(new Component<>(a, getA), new Component<>(b, getB), new Component<>(c, getC),
                        new Component<>(d, getD), new Component<>(e, getE)));
    }

    /** Like {@link #record(Codec, Function, Function)}, with six components. */
    static <R, A, B, C, D, E, F> Codec<R> record(
            Codec<A> a, Function<R, A> getA,
            Codec<B> b, Function<R, B> getB,
            Codec<C> c, Function<R, C> getC,
            Codec<D> d, Function<R, D> getD,
            Codec<E> e, Function<R, E> getE,
            Codec<F> f, Function<R, F> getF,
            RecordConstructor.Of6<A, B, C, D, E, F, R> make) {
        return new RecordCodec<>(
                in -> make.make(a.decode(in), b.decode(in), c.decode(in), d.decode(in), e.decode(in), f.decode(in)),
                List.of(new Component<>(a, getA), new Component<>(b, getB), new Component<>(c, getC),
                        new Component<>(d, getD), new Component<>(e, getE), new Component<>(f, getF)));
    }

    /*
     * Whoever initializes a class that implements this interface initializes the interface too, because of the default
     * method. Two threads cannot wait for each other there, since nobody else reaches the class of the constants.
     */
    private static <T> Codec<T> of(BiConsumer<ByteBuffer, T> put, Function<ByteBuffer, T> get) {
        return new Codec<>() {
            @Override
            public void encode(T value, ByteBuffer out) {
                put.accept(out, value);
            }

            @Override
            public T decode(ByteBuffer in) {
                return get.apply(in);
            }
        };
    }
}
