package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.function.Function;

/** One component of a record, as an encode sees it. */
record Component<R, A>(Codec<A> codec, Function<R, A> getter) {
    void encode(R whole, ByteBuffer out) {
        codec.encode(getter.apply(whole), out);
    }
}
