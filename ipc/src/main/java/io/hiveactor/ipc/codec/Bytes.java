package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;

final class Bytes {
    private Bytes() {}

    static void putSized(ByteBuffer out, byte[] bytes) {
        Size.put(out, bytes.length, "bytes");
        out.put(bytes);
    }

    static byte[] getSized(ByteBuffer in) {
        return get(in, Size.get(in, "bytes"));
    }

    static byte[] getRest(ByteBuffer in) {
        return get(in, in.remaining());
    }

    private static byte[] get(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
