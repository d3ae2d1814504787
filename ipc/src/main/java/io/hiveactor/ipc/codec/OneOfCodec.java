package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;

/** A variant is known by its index. */
final class OneOfCodec<T> implements Codec<T> {
    private static final int MAX_VARIANTS = 256;

    private final Variant<? extends T>[] variants;

    OneOfCodec(Variant<? extends T>[] variants) {
        if (variants.length == 0 || variants.length > MAX_VARIANTS) {
            throw new IllegalArgumentException("variants must be 1 to " + MAX_VARIANTS + ": " + variants.length);
        }
        this.variants = variants;
        for (int i = 0; i < variants.length; i++) {
            checkReached(i);
        }
    }

    private void checkReached(int index) {
        Class<?> type = variants[index].type;
        for (int i = 0; i < index; i++) {
            Class<?> earlier = variants[i].type;
            if (earlier.isAssignableFrom(type)) {
                throw new IllegalArgumentException(
                        "variant " + type.getName() + " is never used: it comes after " + earlier.getName());
            }
        }
    }

    @Override
    public void encode(T value, ByteBuffer out) {
        for (int tag = 0; tag < variants.length; tag++) {
            Variant<?> variant = variants[tag];
            if (variant.type.isInstance(value)) {
                out.put((byte) tag);
                variant.encode(value, out);
                return;
            }
        }
        throw new IllegalArgumentException("no variant for " + value.getClass().getName());
    }

    @Override
    public T decode(ByteBuffer in) {
        int tag = Byte.toUnsignedInt(in.get());
        if (tag >= variants.length) {
            throw new MalformedMessage("variant must be 0 to " + (variants.length - 1) + ": " + tag);
        }
        return variants[tag].decode(in);
    }
}
