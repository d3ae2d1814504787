package io.hiveactor.mailbox.memory;

import org.jspecify.annotations.Nullable;

/** The end of a lease that was extended, or shortened. <b>Threads:</b> guarded by the mailbox's lock. */
final class ExtendedEnd<T extends @Nullable Object, R extends @Nullable Object> extends LeaseEnd<T, R> {
    private final Lease<T, R> lease;

    ExtendedEnd(long atNanos, Lease<T, R> lease, Entry<T, R> entry) {
        super(atNanos, lease.order, entry);
        this.lease = lease;
    }

    @Override
    Lease<T, R> lease() {
        return lease;
    }
}
