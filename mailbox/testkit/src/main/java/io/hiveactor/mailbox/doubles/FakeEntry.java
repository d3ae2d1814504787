package io.hiveactor.mailbox.doubles;

import io.hiveactor.mailbox.Mailbox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message in a {@link FakeMailbox}. <b>Threads:</b> guarded by the mailbox's lock. */
final class FakeEntry<T extends @Nullable Object, R extends @Nullable Object> {
    final String id;
    final T body;
    final @Nullable Mailbox<R, ?> replyTo;
    final Instant enqueuedAt = Instant.now();
    int deliveries;
    /** Whether the test has said that its lease is over: nobody can settle it then. */
    boolean isExpired;

    FakeEntry(String id, T body, @Nullable Mailbox<R, ?> replyTo, int deliveries) {
        this.id = id;
        this.body = body;
        this.replyTo = replyTo;
        this.deliveries = deliveries;
    }
}
