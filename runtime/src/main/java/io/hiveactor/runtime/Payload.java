package io.hiveactor.runtime;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells bytes, which are copied into a message, from objects, which travel by reference. Bytes are {@code byte[]},
 * {@link ByteBuffer} (its remaining bytes; its position stays) and {@link MemorySegment}.
 */
final class Payload {
    private Payload() {}

    static boolean isBytes(Object data) {
        return data instanceof byte[] || data instanceof ByteBuffer || data instanceof MemorySegment;
    }

    /** The bytes of some data; {@link MemorySegment#NULL} for an object. */
    static MemorySegment bytesOf(Object data) {
        if (data instanceof byte[] array) { // a switch on types would be linked at its first use, perhaps at the end of a stack
            return MemorySegment.ofArray(array);
        } else if (data instanceof ByteBuffer buffer) {
            return MemorySegment.ofBuffer(buffer);
        }
        return data instanceof MemorySegment segment ? segment : MemorySegment.NULL;
    }

    /** The object to send; null if the data are bytes. */
    static @Nullable Object objectOf(Object data) {
        return isBytes(data) ? null : data;
    }
}
