package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What the ring says to somebody who wants to subscribe.
 *
 * @param refusal null for none
 */
record Admission(@Nullable Reason refusal) {
    static Admission to(Ring ring, Cursor cursor) {
        if (ring.isClosed()) {
            return new Admission(Reason.CLOSED);
        }
        return new Admission(ring.subscribe(cursor) ? null : Reason.FULL);
    }

    /** The subscription that it leads to; the member is null for a thread outside. */
    <T> SubscribeResult<T> result(BusCore core, @Nullable Member member, Cursor cursor, int mostBytes) {
        Reason reason = refusal;
        if (reason != null) {
            return new SubscribeResult.NoSubscription<>(reason);
        }
        core.subscribed(member == null ? null : member.actor, cursor);
        return new Subscription<>(core, member, cursor, mostBytes);
    }
}
