package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/** Who can be sent to: an actor, or an outside thread's inbox. */
abstract sealed class Recipient permits Actor, OutsideInbox.Mailbox {
    final Hive hive;
    /** Where it lives; null for what belongs to an outside thread. */
    final @Nullable Shard shard;

    final ActorId id;
    /** Set once, by its own end or by whoever kills it; from then on nothing is accepted for it. Any thread. */
    volatile boolean gone;

    Recipient(Hive hive, @Nullable Shard shard, String name, long number) {
        this.hive = hive;
        this.shard = shard;
        this.id = new ActorId(this, name, number);
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
