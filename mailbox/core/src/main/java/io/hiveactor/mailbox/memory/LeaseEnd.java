package io.hiveactor.mailbox.memory;

import org.jspecify.annotations.Nullable;

/** A time at which a message is to be seen again. <b>Threads:</b> guarded by the mailbox's lock. */
class LeaseEnd<T extends @Nullable Object, R extends @Nullable Object> implements Comparable<LeaseEnd<T, R>> {
    final long atNanos;
    /** Among those of one time; by when the message went in flight. */
    final long order;

    /** Null once it counts no more, so that a settled message is not kept. */
    @Nullable Entry<T, R> entry;

    LeaseEnd(long atNanos, long order, Entry<T, R> entry) {
        this.atNanos = atNanos;
        this.order = order;
        this.entry = entry;
    }

    /** The lease that ends then; null if it is a delay. */
    @Nullable Lease<T, R> lease() {
        return null;
    }

    @Override
    public final int compareTo(LeaseEnd<T, R> other) {
        int byTime = Long.compare(atNanos, other.atNanos);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
}
