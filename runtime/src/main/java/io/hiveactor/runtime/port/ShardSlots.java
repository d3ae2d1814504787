package io.hiveactor.runtime.port;

import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The slots of the message pool, as a sister module keeps something in them, on one shard. A slot is known by its number.
 * Owner only, that shard.
 */
public interface ShardSlots {
    /** No slot. */
    int NONE = -1;

    /** A slot that users' messages could have; {@link #NONE} if there is none. */
    int claim();

    /**
     * Claims a slot, or joins the pool's line for one: behind all waiters of that priority, as a waiting sender does.
     * Once a slot has been granted, the shard calls the keeper, and this call returns the slot. While it stands in line
     * with the same priority, another call leaves it its place.
     *
     * @param priority 0 is the highest
     * @return {@link #NONE} if it is in line
     */
    int claimOrQueue(int priority);

    /** Leaves the line, if it is in it; a slot that was granted goes to the next waiter. */
    void leaveQueue();

    /** What it stands in line for; null if it does not. <b>Threads:</b> any thread. */
    @Nullable Wait awaited();

    /** Keeps a slot that has been brought from elsewhere, see {@link SlotReceiver}. */
    void adopt(int slot);

    void release(int slot);

    /** How many bytes a slot can keep. */
    int maxPayload();

    /** The bytes of all slots: those of slot i begin at {@code i * maxPayload()}. Only those of a claimed slot are yours. */
    MemorySegment memory();
}
