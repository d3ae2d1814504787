package io.hiveactor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Who can be sent to: an actor, or an outside thread's inbox. */
abstract sealed class Recipient permits ActorCalls, ExternalInbox.Mailbox, Vacancy {
    private static final VarHandle GONE;

    static {
        try {
            GONE = MethodHandles.lookup().findVarHandle(Recipient.class, "gone", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Hive hive;
    /** The shard whose actors may put a message right into its mailbox: where it lives, if the mailbox has no limit. */
    final @Nullable Shard direct;

    final ActorId id;
    /** Waking it must not be begun without the stack for it: a virtual thread that is half woken never runs again. */
    final boolean isOutside;
    /** Set once, by its own end or by whoever kills it; from then on nothing is accepted for it. Any thread. */
    @SuppressWarnings("UnusedVariable") // by GONE
    private boolean gone;

    /** How much its mailbox takes; null for no limit. */
    final @Nullable MailboxRoom room;
    /** It has, or once had, a name; so its end has to look for it. */
    volatile boolean hasName;
    /** Somebody who waits for a slot to send to it, and through him the others; guarded by the pool's lock. */
    @Nullable SendWaiter waitingSender;

    Recipient(
            Hive hive,
            @Nullable Shard shard,
            Object nameOrCode,
            long number,
            boolean isOutside,
            @Nullable MailboxRoom room) {
        this.room = room;
        this.isOutside = isOutside;
        this.hive = hive;
        direct = room == null ? shard : null;
        this.id = new ActorId(this, nameOrCode, number);
    }

    /** For a seat, whose id is there before. */
    Recipient(
            Hive hive, @Nullable Shard shard, ActorId id, boolean isOutside, @Nullable MailboxRoom room) {
        this.room = room;
        this.isOutside = isOutside;
        this.hive = hive;
        direct = room == null ? shard : null;
        this.id = id;
    }

    /** Opaque: every message looks here, and would pay for an acquiring read with everything it has at hand. */
    final boolean isGone() {
        return (boolean) GONE.getOpaque(this);
    }

    /** For who has just queued to send to it, and must not miss its end. */
    final boolean isGoneByNow() {
        return (boolean) GONE.getVolatile(this);
    }

    final void setGone() {
        GONE.setVolatile(this, true);
    }

    /**
     * Takes a message from another thread of control: one CAS, and nothing half done. Any thread.
     *
     * @param envelope filled in; its slot goes with it
     */
    abstract void post(Envelope envelope);

    /** Wakes whoever reads, after a {@link #post}. Any thread. */
    abstract void wakeReader();
}
