package io.hiveactor.ipc;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Tells bytes, which are copied into a message, from objects, which travel as they are. */
final class Payload {
    private Payload() {}

    /** The bytes of some data; {@link MemorySegment#NULL} for an object. */
    static MemorySegment bytesOf(Object data) {
        if (data instanceof byte[] array) {
            return MemorySegment.ofArray(array);
        } else if (data instanceof ByteBuffer buffer) {
            return MemorySegment.ofBuffer(buffer);
        } else if (data instanceof MemorySegment segment) {
            return segment;
        }
        return MemorySegment.NULL;
    }

    /** The object to send; null if the data are bytes. */
    static @Nullable Object objectOf(Object data) {
        return data instanceof byte[] || data instanceof ByteBuffer || data instanceof MemorySegment ? null : data;
    }
}
