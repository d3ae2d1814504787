package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.SlotHolder;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The slots that one part of a sister module keeps something in, of one shard. */
final class KeptSlots implements ShardSlots {
    private final Shard shard;
    private final Envelope[] all;
    private final String holder;
    private final BooleanSupplier freesByItself;
    private final Runnable onGrant;
    private int count;
    /** Its place among those of the shard that keep some. */
    private int place;
    /** In the pool's line, or granted a slot that was not taken yet; null if neither. Written by the shard. */
    private volatile @Nullable SendWaiter waiter;
    /** Of the last wait, for the next one. */
    private @Nullable SendWaiter unused;

    KeptSlots(Shard shard, String holder, BooleanSupplier freesByItself, Runnable onGrant) {
        this.shard = shard;
        this.holder = holder;
        this.freesByItself = freesByItself;
        this.onGrant = onGrant;
        all = shard.pool.all;
    }

    @Override
    public int claim() {
        int slot = shard.claim();
        if (slot != NONE) {
            keep(slot);
        }
        return slot;
    }

    private void keep(int slot) {
        Envelope kept = all[slot];
        if (kept.object != null) { // of an earlier message
            kept.object = null;
        }
        adopt(slot);
    }

    // ---- waiting for a slot ----

    @Override
    public int claimOrQueue(int priority) {
        SendWaiter mine = waiter;
        if (mine != null && mine.isQueued() && mine.priority() == priority) {
            return NONE;
        }
        int slot = mine == null ? NONE : endWait(mine);
        if (slot == NONE) {
            slot = queue(priority);
        }
        if (slot != NONE) {
            keep(slot);
        }
        return slot;
    }

    private int queue(int priority) {
        SendWaiter mine = unused;
        if (mine == null || mine.isWakePending || mine.priority() != priority) {
            mine = new SendWaiter(this, priority);
            unused = mine;
        }
        if (shard.claimOrQueue(mine)) {
            return mine.slot;
        }
        mine.awaitsSlots = true;
        waiter = mine;
        shard.keepersInLine.add(this);
        return NONE;
    }

    /** @return the slot that it was granted, which is the caller's now */
    private int endWait(SendWaiter mine) {
        waiter = null;
        shard.keepersInLine.remove(this);
        mine.awaitsSlots = false;
        if (shard.pool.leave(mine)) {
            return mine.slot;
        }
        if (shard.pool.hasWaiters()) {
            SendWaiter.wakeAll(shard.pool.serve(shard), shard);
        }
        return NONE;
    }

    @Override
    public void leaveQueue() {
        SendWaiter mine = waiter;
        int slot = mine == null ? NONE : endWait(mine);
        if (slot != NONE) {
            shard.release(slot);
        }
    }

    /** A waiter has been granted a slot. By the shard. */
    void granted(SendWaiter served) {
        if (waiter == served && !served.isQueued()) {
            onGrant.run();
        }
    }

    @Override
    public @Nullable Wait awaited() {
        SendWaiter mine = waiter;
        if (mine == null) {
            return null;
        }
        return mine.isQueued() ? ActorViews.slots(mine, new Identity(holder, Identity.NO_ACTOR)) : new Wait.Nothing();
    }

    /** For the census. */
    @Nullable SendWaiter waiter() {
        return waiter;
    }

    Shard shard() {
        return shard;
    }

    // ---- what it keeps ----

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

    SlotHolder view() {
        return new SlotHolder(holder, count, freesByItself.getAsBoolean());
    }
}
