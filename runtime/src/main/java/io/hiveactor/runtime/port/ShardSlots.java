package io.hiveactor.runtime.port;

import java.lang.foreign.MemorySegment;

/**
 * The slots of the message pool, as a sister module keeps something in them, on one shard. A slot is known by its number.
 * Owner only, that shard.
 */
public interface ShardSlots {
    /** No slot. */
    int NONE = -1;

    /** A slot that users' messages could have; {@link #NONE} if there is none. */
    int claim();

    /** Keeps a slot that has been brought from elsewhere, see {@link SlotReceiver}. */
    void adopt(int slot);

    void release(int slot);

    /** How many bytes a slot can keep. */
    int maxPayload();

    /** The bytes of all slots: those of slot i begin at {@code i * maxPayload()}. Only those of a claimed slot are yours. */
    MemorySegment memory();
}
