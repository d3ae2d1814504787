package io.hiveactor.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What is published on a bus: 64 bytes, the first of which are its number in the round. */
final class NumberedEntry {
    /** Bytes in an entry. */
    static final int SIZE = 64;

    private static final VarHandle NUMBER =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private NumberedEntry() {}

    static void number(byte[] entry, int i) {
        NUMBER.set(entry, 0, i);
    }

    /** Whether an entry is the i-th of a round. */
    static boolean isAt(int i, byte[] entry) {
        return (int) NUMBER.get(entry, 0) == i;
    }
}
