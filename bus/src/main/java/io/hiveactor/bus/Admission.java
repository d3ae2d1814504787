package io.hiveactor.bus;

import io.hiveactor.bus.SubscribeResult.Why;
import org.jspecify.annotations.Nullable;

/** What the ring says to somebody who wants to subscribe: a cursor, or why not. */
record Admission(@Nullable Cursor cursor, Why why) {
    static Admission to(Ring ring) {
        if (ring.isClosed()) {
            return new Admission(null, Why.CLOSED);
        }
        return new Admission(ring.subscribe(), Why.FULL);
    }

    /** The subscription that it leads to; the member is null for a thread outside. */
    <T> SubscribeResult<T> result(BusCore core, @Nullable Member member, int mostBytes) {
        Cursor admitted = cursor;
        if (admitted == null) {
            return new SubscribeResult.NoSubscription<>(why);
        }
        core.subscribed(member == null ? null : member.actor);
        if (member != null) {
            member.cursor = admitted;
        }
        return new Subscription<>(core, member, admitted, mostBytes);
    }
}
