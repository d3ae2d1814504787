package io.hiveactor.runtime.port;

import org.jspecify.annotations.Nullable;

/** The slots of the message pool, as a shard gets at them. Owner only, that shard. */
public interface ShardSlots {
    /** A slot that users' messages could have; null if there is none. */
    @Nullable PoolSlot claim();

    void release(PoolSlot slot);

    /** How many bytes a slot can keep. */
    int maxPayload();
}
