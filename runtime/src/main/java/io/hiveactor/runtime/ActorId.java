package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Names one actor, or an outside thread's inbox, for good: no later actor ever gets the same one. Only the id of a
 * {@link Seat} leads to one actor after another.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ActorId implements SpawnResult {
    /** Whom it leads to. Changes only if it is a seat's, under the seat's lock; who reads an old one finds somebody gone. */
    Recipient recipient;

    final @Nullable Seat seat;
    private final String name;
    private final long number;

    ActorId(Recipient recipient, String name, long number) {
        this.recipient = recipient;
        this.name = name;
        this.number = number;
        seat = null;
    }

    ActorId(Hive hive, Seat seat, String name, long number) {
        this.seat = seat;
        this.name = name;
        this.number = number;
        recipient = new Vacancy(hive, this);
    }

    /** The name it was spawned with; empty for none. */
    public String name() {
        return name;
    }

    /** Unique within its hive. */
    public long number() {
        return number;
    }

    /** Whether the actor that it leads to is a handler of a class. False for one that has ended. */
    public boolean isHandledBy(Class<? extends Handler> type) {
        return recipient instanceof Actor actor && actor.isHandledBy(type);
    }

    @Override
    public String toString() {
        return name + "#" + number;
    }
}
