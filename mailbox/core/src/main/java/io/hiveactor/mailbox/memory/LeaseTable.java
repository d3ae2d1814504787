package io.hiveactor.mailbox.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The leases that are held, each at a place of its own. <b>Threads:</b> guarded by the mailbox's lock. */
final class LeaseTable<T extends @Nullable Object, R extends @Nullable Object> {
    @SuppressWarnings({"unchecked", "rawtypes"})
    private @Nullable Lease<T, R>[] leases = (@Nullable Lease<T, R>[]) new Lease[16];

    private int[] free = new int[16];
    private int freeCount;
    private int used;

    /** A place for the next lease. */
    int claim() {
        if (freeCount > 0) {
            freeCount--;
            return free[freeCount];
        }
        if (used == leases.length) {
            leases = Arrays.copyOf(leases, 2 * used);
        }
        used++;
        return used - 1;
    }

    void put(Lease<T, R> lease) {
        leases[lease.place] = lease;
    }

    void release(Lease<T, R> lease) {
        leases[lease.place] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount] = lease.place;
        freeCount++;
    }

    /** The lease that was given out with a place and an order; null if it is held no more. */
    @Nullable Lease<T, R> find(int place, long order) {
        Lease<T, R> lease = place >= 0 && place < used ? leases[place] : null;
        return lease != null && lease.order == order ? lease : null;
    }
}
