package io.hiveactor.runtime;

import io.hiveactor.runtime.port.PoolSlot;
import io.hiveactor.runtime.port.ShardSlots;
import org.jspecify.annotations.Nullable;

/** The slots that sister modules keep something in, of one shard. */
final class KeptSlots implements ShardSlots {
    private final Shard shard;

    KeptSlots(Shard shard) {
        this.shard = shard;
    }

    @Override
    public @Nullable PoolSlot claim() {
        int index = shard.claim();
        if (index == Envelope.NONE) {
            return null;
        }
        Envelope slot = shard.slots[index];
        slot.next = Envelope.KEPT;
        return slot;
    }

    @Override
    public void release(PoolSlot slot) {
        var mine = (Envelope) slot;
        mine.next = Envelope.NONE;
        shard.release(mine.index);
    }

    @Override
    public int maxPayload() {
        return shard.pool.maxPayload();
    }
}
