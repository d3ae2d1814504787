package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.Mailbox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message in a mailbox. <b>Threads:</b> guarded by the mailbox's lock. */
final class Entry<T extends @Nullable Object, R extends @Nullable Object> {
    final String id;
    final T body;
    final @Nullable Mailbox<R, ?> replyTo;
    final Instant enqueuedAt;
    int deliveries;
    /** The delivery that may settle it; null if it is visible, delayed or gone. */
    @Nullable Lease<T, R> lease;
    /** When it is to be seen again; null if it is visible or gone. */
    @Nullable LeaseEnd<T, R> leaseEnd;

    Entry(String id, T body, @Nullable Mailbox<R, ?> replyTo, Instant enqueuedAt) {
        this.id = id;
        this.body = body;
        this.replyTo = replyTo;
        this.enqueuedAt = enqueuedAt;
    }
}
