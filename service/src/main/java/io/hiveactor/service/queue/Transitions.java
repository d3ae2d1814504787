package io.hiveactor.service.queue;

import org.jspecify.annotations.Nullable;

/**
 * The life of a message. Every change of a message that a store writes comes from here.
 *
 * <pre>
 *   send ──► READY ──claim──► LEASED ──ack──► gone
 *     │        ▲                │  ▲
 *     │        │◄─nack, expiry──┤  └─extend
 *     ▼        │                ▼
 *   DELAYED ───┘              DEAD ──redrive──► READY
 * </pre>
 *
 * <p>A lease ends at its due time, exactly: from then on its token is refused, whether or not the row was moved already.
 *
 * <p><b>Threads:</b> pure functions; random numbers and row numbers are drawn from the {@link Moment}.
 */
public final class Transitions {
    private static final String LEASE_ENDED = "lease ended";

    private Transitions() {}

    /** A new message: ready, or delayed. */
    public static MessageRow sent(Operation.Send send, long no, Ulid id, long topicId, int shard, Moment moment) {
        boolean isDelayed = send.delayMs() > 0;
        return new MessageRow(
                no,
                id,
                topicId,
                shard,
                isDelayed ? MessageState.DELAYED : MessageState.READY,
                isDelayed ? 0 : no,
                isDelayed ? moment.nowMs() + send.delayMs() : 0,
                0,
                send.payload().length + send.attrs().length,
                0,
                moment.nowMs(),
                null,
                null);
    }

    /** Leases a ready message. */
    public static MessageRow claimed(MessageRow row, Operation.Receive receive, Moment moment) {
        require(row, MessageState.READY);
        var hold = new Hold(
                LeaseToken.random(moment.random()), receive.capability(), moment.nowMs(), receive.visibilityMs());
        return row.leased(hold, moment.nowMs() + receive.visibilityMs());
    }

    /** Acknowledges, gives back or extends a lease, if it still runs and is the caller's. */
    public static Step settled(@Nullable MessageRow row, String topic, Operation.OnLease operation, Moment moment) {
        Refusal refusal = refusal(row, topic, operation, moment);
        if (row == null || refusal != null) {
            return refused(refusal == null ? Refusal.GONE : refusal);
        }
        return switch (operation) {
            case Operation.Ack ack -> new Step(new Outcome.Settled(topic, null), null, null);
            case Operation.Nack nack -> nacked(row, topic, nack, moment);
            case Operation.Extend extend -> extended(row, topic, extend, moment);
        };
    }

    private static @Nullable Refusal refusal(
            @Nullable MessageRow row, String topic, Operation.OnLease operation, Moment moment) {
        Operation.Caller caller = operation.caller();
        Hold hold = row == null ? null : row.hold();
        if (caller.lapse() != Lapse.NONE) {
            boolean mayFinish = !(operation instanceof Operation.Extend)
                    && hold != null
                    && hold.capability().equals(caller.capability())
                    && !isOver(row, moment);
            if (!mayFinish) {
                return caller.lapse() == Lapse.EXPIRED ? Refusal.EXPIRED : Refusal.REVOKED;
            }
        }
        if (row == null || !row.id().equals(operation.id())) {
            return Refusal.GONE;
        }
        if (!caller.scope().allows(topic)) {
            return Refusal.TOPIC;
        }
        if (row.state() == MessageState.DEAD) {
            return Refusal.DEAD;
        }
        if (hold == null) {
            return Refusal.NOT_LEASED;
        }
        if (isOver(row, moment)) {
            return row.attempt() >= moment.rules().of(topic).maxAttempts() ? Refusal.DEAD : Refusal.NOT_LEASED;
        }
        LeaseToken token = operation.token();
        boolean isHolder = token == null
                ? hold.capability().equals(caller.capability())
                : hold.token().equals(token);
        return isHolder ? null : Refusal.STALE;
    }

    /** Whether a message is leased under this token, and the lease has not ended. */
    public static boolean isRunning(@Nullable MessageRow row, LeaseToken token, Moment moment) {
        Hold hold = row == null ? null : row.hold();
        return hold != null && hold.token().equals(token) && !isOver(row, moment);
    }

    private static boolean isOver(@Nullable MessageRow row, Moment moment) {
        return row == null || row.dueMs() <= moment.nowMs();
    }

    private static Step nacked(MessageRow row, String topic, Operation.Nack nack, Moment moment) {
        if (nack.isDead()) {
            return died(row, DeadReason.NACK_DEAD, nack.reason(), moment)
                    .with(new Outcome.Settled(topic, MessageState.DEAD));
        }
        if (row.attempt() >= moment.rules().of(topic).maxAttempts()) {
            return died(row, DeadReason.MAX_ATTEMPTS, nack.reason(), moment)
                    .with(new Outcome.Settled(topic, MessageState.DEAD));
        }
        Long given = nack.delayMs();
        long delayMs = given != null ? given : moment.random().nextLong(moment.rules().backoffMs(row.attempt()) + 1);
        MessageRow after = delayMs == 0
                ? row.ready(moment.numbers().getAsLong(), nack.reason())
                : row.delayed(moment.nowMs() + delayMs, nack.reason());
        return Step.to(after).with(new Outcome.Settled(topic, after.state()));
    }

    private static Step extended(MessageRow row, String topic, Operation.Extend extend, Moment moment) {
        Hold hold = row.hold();
        if (hold == null) {
            throw new IllegalStateException("not leased: " + row.id());
        }
        long longestMs = Math.min(
                moment.rules().of(topic).inflightFactor() * hold.holdMs(), Rules.LONGEST_HOLD_MS);
        long limitMs = hold.heldMs() + longestMs;
        long wantedMs = moment.nowMs() + extend.visibilityMs();
        if (wantedMs > limitMs && limitMs <= row.dueMs()) {
            return refused(Refusal.HOLD_LIMIT);
        }
        long dueMs = Math.min(wantedMs, limitMs);
        return Step.to(row.due(dueMs)).with(new Outcome.Extended(topic, dueMs - moment.nowMs()));
    }

    /** The end of a lease or a delay. */
    public static Step ended(MessageRow row, String topic, Moment moment) {
        if (row.dueMs() == 0 || row.dueMs() > moment.nowMs()) {
            throw new IllegalArgumentException("not due at " + moment.nowMs() + ": " + row);
        }
        if (row.state() == MessageState.DELAYED) {
            MessageRow ready = row.ready(moment.numbers().getAsLong(), row.note());
            return Step.to(row.attempt() == 0 ? ready.aged(row.dueMs()) : ready); // its age counts from its first READY
        }
        if (row.attempt() >= moment.rules().of(topic).maxAttempts()) {
            return died(row, DeadReason.MAX_ATTEMPTS, LEASE_ENDED, moment);
        }
        return Step.to(row.ready(moment.numbers().getAsLong(), LEASE_ENDED));
    }

    /** A delivery that could not be written: ready again, whatever its attempt. */
    public static MessageRow givenBack(MessageRow row, Moment moment) {
        require(row, MessageState.LEASED);
        return row.ready(moment.numbers().getAsLong(), row.note());
    }

    /** Whether a message has been ready or delayed for longer than its topic keeps messages. */
    public static boolean isExpired(MessageRow row, String topic, Moment moment) {
        boolean counts = row.state() == MessageState.READY
                || (row.state() == MessageState.DELAYED && row.attempt() > 0);
        return counts && row.ageMs() + moment.rules().of(topic).readyMs() <= moment.nowMs();
    }

    /** Makes a message a dead letter. */
    public static Step died(MessageRow row, DeadReason reason, @Nullable String lastError, Moment moment) {
        var dead = new DeadRow(
                row.no(),
                row.topicId(),
                moment.numbers().getAsLong(),
                reason,
                row.attempt(),
                lastError,
                moment.nowMs(),
                moment.wallTs());
        return new Step(null, row.dead(), dead);
    }

    /** Brings a dead letter back to the end of its queue. */
    public static MessageRow redriven(MessageRow row, Moment moment) {
        require(row, MessageState.DEAD);
        return row.redriven(moment.numbers().getAsLong(), moment.nowMs());
    }

    private static Step refused(Refusal refusal) {
        return new Step(Outcome.Refused.of(refusal), null, null);
    }

    private static void require(MessageRow row, MessageState state) {
        if (row.state() != state) {
            throw new IllegalArgumentException("must be " + state + ": " + row);
        }
    }
}
