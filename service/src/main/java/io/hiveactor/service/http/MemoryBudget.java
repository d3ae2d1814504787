package io.hiveactor.service.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of request bodies in memory.
 *
 * <p><b>Threads:</b> any thread.
 */
final class MemoryBudget {
    private final AtomicLong used = new AtomicLong();

    /** Takes bytes, unless they would exceed the limit. */
    boolean tryReserve(long bytes, long limit) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        release(bytes);
        return false;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
