package io.hiveactor.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fixed set of message slots of one hive: what is shared of it. Each shard has a {@link SlotCache} besides.
 *
 * <p><b>Threads:</b> any thread; a cache that is passed in must be the caller's own.
 */
final class MessagePool {
    /*
     * `messages` slots are promised. Each cache may keep `limit` slots that nobody else can reach, so as many
     * are added on top: whoever finds neither his cache nor the shared list able to give a slot knows that at
     * least the promised number is in use. The last `reserved` slots of the shared list are for the runtime's
     * own messages.
     *
     * Invariants
     *  - a slot is in exactly one place: the shared list, one cache, or in use
     *  - free == length of the shared list; user messages leave at least `reserved` in it
     *
     * The shared list changes under a spin lock that is held for a few instructions: while it is held nothing
     * is called, so nothing parks, allocates or overflows the stack.
     */
    private static final int MOST_CACHED = 32;
    private static final VarHandle LOCKED;
    private static final VarHandle HUNGRY_COUNT;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(MessagePool.class, "locked", boolean.class);
            HUNGRY_COUNT = MethodHandles.lookup().findVarHandle(MessagePool.class, "hungryCount", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** All slots. Lists of slots hold their indices here. */
    final Envelope[] all;

    private final int reserved;
    private final int maxPayload;
    private final int total;
    private final int cacheLimit;

    @SuppressWarnings("UnusedVariable") // by LOCKED
    private volatile boolean locked;
    /** The free slots that are shared are the first {@code free}. */
    private final int[] slots;
    private int free;

    /** Shards with a tick that found no slot; guarded by the lock, but for {@link #isHungry()}. */
    private final Shard[] hungry;
    private int hungryCount;

    /** @param exact caches keep nothing, so that exactly the promised number can be in use */
    MessagePool(HiveConfig config, boolean exact) {
        reserved = config.reservedMessages();
        maxPayload = config.maxPayload();
        cacheLimit = exact ? 0 : Math.min(MOST_CACHED, config.messages() / (8 * config.shards()));
        total = config.messages() + config.shards() * cacheLimit;
        hungry = new Shard[config.shards()];
        MemorySegment slab = Arena.ofAuto().allocate((long) total * maxPayload, Long.BYTES);
        all = new Envelope[total];
        slots = new int[total];
        for (int i = 0; i < total; i++) {
            all[i] = new Envelope(slab, i, maxPayload);
            slots[i] = total - 1 - i;
        }
        free = total;
        tryEachWayToCopy();
    }

    /** So that the JDK initialises them here: at the end of a stack that would fail, and then for good. */
    private void tryEachWayToCopy() {
        for (int size = 1; size <= Math.min(maxPayload, 1024); size *= 2) {
            all[0].copyIn(MemorySegment.ofArray(new byte[size]));
        }
    }

    int maxPayload() {
        return maxPayload;
    }

    SlotCache newCache() {
        return new SlotCache(cacheLimit);
    }

    /** Slots outside the shared list: in use, or in a cache. */
    int taken() {
        return total - free;
    }

    /** Puts at least one slot into an empty cache, for a user's message. */
    boolean refill(SlotCache cache) {
        int wanted = cache.limit / 2 + 1;
        lock();
        int count = free - reserved;
        if (count > wanted) {
            count = wanted;
        }
        for (int i = 0; i < count; i++) {
            free--;
            cache.slots[cache.size] = slots[free];
            cache.size++;
        }
        locked = false;
        return count > 0;
    }

    /** A slot for a user's message from outside the shards. */
    @Nullable Envelope claim() {
        return claim(reserved);
    }

    /** A slot for a message of the runtime's own. */
    @Nullable Envelope claimReserved() {
        return claim(0);
    }

    private @Nullable Envelope claim(int left) {
        lock();
        Envelope slot = null;
        if (free > left) {
            free--;
            slot = all[slots[free]];
        }
        locked = false;
        return slot;
    }

    /** Takes a slot back, and half of a full cache with it. */
    void giveBack(Envelope slot, SlotCache cache) {
        lock();
        int count = cache.limit / 2;
        if (hungryCount > 0 || count > cache.size) {
            count = cache.size;
        }
        for (int i = 0; i < count; i++) {
            cache.size--;
            slots[free] = cache.slots[cache.size];
            free++;
        }
        slot.object = null;
        slots[free] = slot.index;
        free++;
        locked = false;
    }

    /** Takes a slot back from outside the shards. */
    void giveBack(Envelope slot) {
        lock();
        slot.object = null;
        slots[free] = slot.index;
        free++;
        locked = false;
    }

    /** Takes back what a cache has above so many slots. */
    void flush(SlotCache cache, int keep) {
        lock();
        while (cache.size > keep) {
            cache.size--;
            slots[free] = cache.slots[cache.size];
            free++;
        }
        locked = false;
    }

    /** Whether a tick waits for a slot somewhere. While it does, caches give everything back. */
    boolean isHungry() {
        return (int) HUNGRY_COUNT.getOpaque(this) > 0; // for each message, so without a barrier
    }

    /** Asks that a shard be woken when there are slots again. */
    void hunger(Shard shard) {
        lock();
        boolean known = false;
        for (int i = 0; i < hungryCount; i++) {
            known |= hungry[i] == shard;
        }
        if (!known) {
            int count = hungryCount;
            hungry[count] = shard;
            hungryCount = count + 1;
        }
        locked = false;
    }

    /** Wakes the shards that asked for slots, if there are any. */
    void feed() {
        if (free == 0) {
            return;
        }
        Shard[] fed = new Shard[hungry.length];
        lock();
        int count = hungryCount;
        for (int i = 0; i < count; i++) {
            fed[i] = hungry[i];
        }
        hungryCount = 0;
        locked = false;
        for (int i = 0; i < count; i++) {
            fed[i].push(new Nudge());
        }
    }

    private void lock() {
        while (!LOCKED.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
    }
}
