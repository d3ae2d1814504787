package io.hiveactor.ipc.codec;

import java.nio.ByteBuffer;
import java.util.UUID;

final class Uuids {
    private Uuids() {}

    static void put(ByteBuffer out, UUID uuid) {
        out.putLong(Long.reverseBytes(uuid.getMostSignificantBits()));
        out.putLong(Long.reverseBytes(uuid.getLeastSignificantBits()));
    }

    static UUID get(ByteBuffer in) {
        return new UUID(Long.reverseBytes(in.getLong()), Long.reverseBytes(in.getLong()));
    }
}
