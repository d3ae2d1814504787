package io.hiveactor.runtime.port;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A slot of the message pool that a sister module keeps something in. Owner only, the shard that claimed it. */
public interface PoolSlot {
    /** Keeps an object, or bytes, which are copied. */
    void keep(@Nullable Object object, MemorySegment bytes);

    @Nullable Object object();

    int length();

    /** Copies the first bytes out. */
    void copyOut(MemorySegment into, int length);
}
