package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.PaddedBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The free slots that threads outside the shards have at hand, so that not each of their messages goes to the shared
 * list. Like a shard's cache, and added on top like one; but slots only leave it, so it is filled up to its limit.
 *
 * <p><b>Threads:</b> any thread, with room on the stack.
 */
final class OutsideSlots {
    /*
     * A thread always uses the same one of a few caches. Another thread may use it, too: then whoever comes second goes
     * to the shared list instead of waiting.
     */
    private static final int MOST_CACHES = 8;

    private final MessagePool pool;
    private final Guarded[] caches;

    OutsideSlots(MessagePool pool, int count, int limit) {
        this.pool = pool;
        caches = new Guarded[count];
        for (int i = 0; i < count; i++) {
            caches[i] = new Guarded(new SlotCache(limit, limit, limit + 1));
        }
    }

    /** How many caches there are: a power of two, about as many as threads can run. */
    static int count() {
        return Math.min(MOST_CACHES, Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1));
    }

    /** A slot for a user's message; null if there is none, or if others wait for one. */
    @Nullable Envelope claim() {
        if (pool.hasWaiters()) {
            return null;
        }
        Guarded mine = caches[(int) Thread.currentThread().threadId() & (caches.length - 1)];
        if (!mine.tryLock()) {
            return pool.claim();
        }
        SlotCache cache = mine.cache;
        Envelope slot = null;
        if (cache.size > 0 || pool.refill(cache)) {
            cache.size--;
            slot = pool.all[cache.slots[cache.size]];
        }
        mine.unlock();
        return slot;
    }

    /** For the pool's own start. */
    void flush() {
        for (Guarded each : caches) {
            pool.flush(each.cache, 0);
        }
    }

    /** For who counts slots, while nobody changes anything. */
    void forEach(Consumer<SlotCache> counts) {
        for (Guarded each : caches) {
            counts.accept(each.cache);
        }
    }

    /** How many slots are in the caches; about. */
    int size() {
        int sum = 0;
        for (Guarded each : caches) {
            sum += each.cache.size;
        }
        return sum;
    }

    /** A cache, and who uses it. Apart from its neighbours in memory. */
    @SuppressWarnings("UnusedVariable") // room behind
    private static final class Guarded extends GuardedSlots {
        private static final VarHandle TAKEN;

        static {
            try {
                TAKEN = MethodHandles.lookup().findVarHandle(GuardedSlots.class, "taken", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        long behind0;
        long behind1;
        long behind2;
        long behind3;
        long behind4;
        long behind5;
        long behind6;
        long behind7;

        Guarded(SlotCache cache) {
            super(cache);
        }

        boolean tryLock() {
            return TAKEN.compareAndSet(this, false, true);
        }

        void unlock() {
            TAKEN.setRelease(this, false);
        }
    }

}

/** See {@link PaddedBefore}. */
abstract class GuardedSlots extends PaddedBefore {
    final SlotCache cache;
    boolean taken;

    GuardedSlots(SlotCache cache) {
        this.cache = cache;
    }
}
