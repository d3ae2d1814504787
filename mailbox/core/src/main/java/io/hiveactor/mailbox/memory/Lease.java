package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of a message. It is its own end, until it is extended: one object less for each.
 *
 * <p><b>Threads:</b> any thread may settle it; what it holds is guarded by the mailbox's lock.
 */
final class Lease<T extends @Nullable Object, R extends @Nullable Object> extends LeaseEnd<T, R>
        implements Delivery.Settlement {
    private final MemoryMailbox<T, R> mailbox;
    /** The place in the table of leases. */
    final int place;

    /** When it ends; null once it has, or the message was settled. */
    @Nullable LeaseEnd<T, R> end = this;

    Lease(MemoryMailbox<T, R> mailbox, Entry<T, R> entry, int place, long atNanos, long order) {
        super(atNanos, order, entry);
        this.mailbox = mailbox;
        this.place = place;
    }

    @Override
    Lease<T, R> lease() {
        return this;
    }

    @Override
    public AckStatus acknowledge() {
        return mailbox.acknowledge(this);
    }

    @Override
    public AckStatus nack(Duration delay) {
        return mailbox.nack(this, delay);
    }

    @Override
    public AckStatus extend(Duration lease) {
        return mailbox.extend(this, lease);
    }

    @Override
    public String receipt() {
        return mailbox.receiptOf(this);
    }
}
