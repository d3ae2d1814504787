package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.Optional;

record OptionalCodec<T>(Codec<T> value) implements Codec<Optional<T>> {
    @Override
    public void encode(Optional<T> optional, ByteBuffer out) {
        Flag.put(out, optional.isPresent());
        if (optional.isPresent()) {
            value.encode(optional.get(), out);
        }
    }

    @Override
    public Optional<T> decode(ByteBuffer in) {
        return Flag.get(in) ? Optional.of(value.decode(in)) : Optional.empty();
    }
}
