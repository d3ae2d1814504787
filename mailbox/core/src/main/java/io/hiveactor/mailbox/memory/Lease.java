package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One delivery of a message: valid as long as its entry says so. <b>Threads:</b> any thread. */
final class Lease<T extends @Nullable Object, R extends @Nullable Object> implements Delivery.Settlement {
    private final MemoryMailbox<T, R> mailbox;
    final Entry<T, R> entry;
    /** The place in the table of leases, and what no other lease has. */
    final int place;

    final long order;

    Lease(MemoryMailbox<T, R> mailbox, Entry<T, R> entry, int place, long order) {
        this.mailbox = mailbox;
        this.entry = entry;
        this.place = place;
        this.order = order;
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
