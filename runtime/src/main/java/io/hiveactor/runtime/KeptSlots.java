package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Keeper;
import io.hiveactor.runtime.port.PoolSlot;
import io.hiveactor.runtime.port.ShardSlots;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The slots that one part of a sister module keeps something in, of one shard. */
final class KeptSlots implements ShardSlots {
    private final Shard shard;
    private final String holder;
    private final BooleanSupplier freesByItself;
    private int count;
    /** Its place among those of the shard that keep some. */
    private int place;

    KeptSlots(Shard shard, String holder, BooleanSupplier freesByItself) {
        this.shard = shard;
        this.holder = holder;
        this.freesByItself = freesByItself;
    }

    @Override
    public @Nullable PoolSlot claim() {
        int index = shard.claim();
        if (index == Envelope.NONE) {
            return null;
        }
        Envelope slot = shard.slots[index];
        slot.next = Envelope.KEPT;
        count++;
        if (count == 1) {
            place = shard.kept.size();
            shard.kept.add(this);
        }
        return slot;
    }

    @Override
    public void release(PoolSlot slot) {
        var mine = (Envelope) slot;
        mine.next = Envelope.NONE;
        count--;
        if (count == 0) {
            KeptSlots last = shard.kept.removeLast();
            if (last != this) {
                shard.kept.set(place, last);
                last.place = place;
            }
        }
        shard.release(mine.index);
    }

    @Override
    public int maxPayload() {
        return shard.pool.maxPayload();
    }

    Keeper view() {
        return new Keeper(holder, count, freesByItself.getAsBoolean());
    }
}
