package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;

/** The unsigned short before what has no fixed size. It suffices: no message is longer. */
final class Size {
    private static final int MAX = 0xFFFF;

    private Size() {}

    static void put(ByteBuffer out, long size, String what) {
        if (size > MAX) {
            throw new IllegalArgumentException(what + " must be at most " + MAX + ": " + size);
        }
        out.putShort((short) size);
    }

    /** At most the bytes that are left; so it can be trusted with an allocation. */
    static int get(ByteBuffer in, String what) {
        int size = Short.toUnsignedInt(in.getShort());
        if (size > in.remaining()) {
            throw new MalformedMessage(what + " must be at most the " + in.remaining() + " bytes left: " + size);
        }
        return size;
    }
}
