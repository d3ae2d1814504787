package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * The components one after another.
 *
 * @param reader reads the same components in the same order
 */
record RecordCodec<R>(Function<ByteBuffer, R> reader, List<Component<R, ?>> components) implements Codec<R> {
    @Override
    public void encode(R value, ByteBuffer out) {
        for (int i = 0; i < components.size(); i++) { // an iterator would be an object
            components.get(i).encode(value, out);
        }
    }

    @Override
    public R decode(ByteBuffer in) {
        try {
            return reader.apply(in);
        } catch (IllegalArgumentException refused) {
            // a constructor checks its arguments, and here they are the sender's
            throw new MalformedMessage("refused: " + refused.getMessage(), refused);
        }
    }
}
