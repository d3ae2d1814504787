package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;

final class EnumCodec<E extends Enum<E>> implements Codec<E> {
    private static final int MAX_IN_A_BYTE = 256;

    private final Class<E> type;
    private final List<E> constants; // by ordinal
    private final boolean isByte;

    EnumCodec(Class<E> type) {
        this.type = type;
        constants = List.copyOf(EnumSet.allOf(type));
        isByte = constants.size() <= MAX_IN_A_BYTE;
    }

    @Override
    public void encode(E value, ByteBuffer out) {
        if (isByte) {
            out.put((byte) value.ordinal());
        } else {
            out.putShort((short) value.ordinal());
        }
    }

    @Override
    public E decode(ByteBuffer in) {
        int ordinal = isByte ? Byte.toUnsignedInt(in.get()) : Short.toUnsignedInt(in.getShort());
        if (ordinal >= constants.size()) {
            throw new MalformedMessage(
                    type.getSimpleName() + " must be 0 to " + (constants.size() - 1) + ": " + ordinal);
        }
        return constants.get(ordinal);
    }
}
