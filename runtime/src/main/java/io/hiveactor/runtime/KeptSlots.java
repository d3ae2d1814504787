package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Keeper;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** The slots that one part of a sister module keeps something in, of one shard. */
final class KeptSlots implements ShardSlots {
    private final Shard shard;
    private final Envelope[] all;
    private final String holder;
    private final BooleanSupplier freesByItself;
    private int count;
    /** Its place among those of the shard that keep some. */
    private int place;

    KeptSlots(Shard shard, String holder, BooleanSupplier freesByItself) {
        this.shard = shard;
        this.holder = holder;
        this.freesByItself = freesByItself;
        all = shard.pool.all;
    }

    @Override
    public int claim() {
        int slot = shard.claim();
        if (slot != NONE) {
            Envelope kept = all[slot];
            if (kept.object != null) { // of an earlier message
                kept.object = null;
            }
            adopt(slot);
        }
        return slot;
    }

    @Override
    public void adopt(int slot) {
        count++;
        if (count == 1) {
            keepsSome();
        }
    }

    private void keepsSome() {
        place = shard.kept.size();
        shard.kept.add(this);
    }

    @Override
    public void release(int slot) {
        count--;
        if (count == 0) {
            keepsNone();
        }
        shard.release(slot);
    }

    private void keepsNone() {
        KeptSlots last = shard.kept.removeLast();
        if (last != this) {
            shard.kept.set(place, last);
            last.place = place;
        }
    }

    @Override
    public int maxPayload() {
        return shard.pool.maxPayload();
    }

    @Override
    public MemorySegment memory() {
        return shard.pool.slab;
    }

    int count() {
        return count;
    }

    Keeper view() {
        return new Keeper(holder, count, freesByItself.getAsBoolean());
    }
}
