package io.hiveactor.bus;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many entries publishers elsewhere may bring to a ring without asking it first.
 *
 * <p><b>Threads:</b> given by the shard of the bus, taken by any thread.
 */
final class Credit {
    private final AtomicInteger left = new AtomicInteger();

    /** Takes one, if there is one. */
    boolean tryTake() {
        int had = left.get();
        while (had > 0 && !left.compareAndSet(had, had - 1)) {
            had = left.get();
        }
        return had > 0;
    }

    /** Takes all there is. */
    int takeAll() {
        int had = left.get();
        while (had > 0 && !left.compareAndSet(had, 0)) {
            had = left.get();
        }
        return Math.max(0, had);
    }

    void give(int more) {
        left.addAndGet(more);
    }

    /** There is none any more, whatever is given. */
    void close() {
        left.set(Integer.MIN_VALUE);
    }

    int left() {
        return left.get();
    }
}
