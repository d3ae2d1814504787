package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;

/** One byte, 0 or 1. Other values are refused, so that a shifted payload is noticed. */
final class Flag {
    private Flag() {}

    static void put(ByteBuffer out, boolean value) {
        out.put((byte) (value ? 1 : 0));
    }

    static boolean get(ByteBuffer in) {
        byte value = in.get();
        if ((value & ~1) != 0) {
            throw new MalformedMessage("boolean must be 0 or 1: " + value);
        }
        return value == 1;
    }
}
