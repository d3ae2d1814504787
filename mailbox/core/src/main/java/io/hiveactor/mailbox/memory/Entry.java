package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.Mailbox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message in a mailbox. As there may be millions that wait, it is one object: what can be made anew for each delivery is.
 *
 * <p><b>Threads:</b> guarded by the mailbox's lock.
 */
final class Entry<T extends @Nullable Object, R extends @Nullable Object> {
    /** Which send it was; its id follows from that. */
    final long number;

    final T body;
    final @Nullable Mailbox<R, ?> replyTo;
    private final long enqueuedSeconds;
    private final int enqueuedNanos;
    int deliveries;

    Entry(long number, T body, @Nullable Mailbox<R, ?> replyTo, Instant enqueuedAt) {
        this.number = number;
        this.body = body;
        this.replyTo = replyTo;
        enqueuedSeconds = enqueuedAt.getEpochSecond();
        enqueuedNanos = enqueuedAt.getNano();
    }

    Instant enqueuedAt() {
        return Instant.ofEpochSecond(enqueuedSeconds, enqueuedNanos);
    }
}
