package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;

/** One of the types of {@link Codec#oneOf}, and its codec. <b>Threads:</b> immutable. */
public final class Variant<T> {
    final Class<T> type;
    private final Codec<T> codec;

    Variant(Class<T> type, Codec<T> codec) {
        this.type = type;
        this.codec = codec;
    }

    void encode(Object value, ByteBuffer out) {
        codec.encode(type.cast(value), out);
    }

    T decode(ByteBuffer in) {
        return codec.decode(in);
    }
}
