package io.hiveactor.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts who has room in each limited mailbox of a hive that stands still, and who waits for some.
 *
 * <p><b>Threads:</b> the one that runs the simulation, between two steps.
 */
final class RoomCensus {
    private final Map<MailboxRoom, Found> found = new HashMap<>();

    private static final class Found {
        int taken;
        int waiting;
    }

    private Found in(MailboxRoom room) {
        return found.computeIfAbsent(room, unused -> new Found());
    }

    /** A message that is in a mailbox. */
    void queued(Envelope message, Actor receiver) {
        if (receiver.room != null && message.kind <= Envelope.REQUEST) {
            in(receiver.room).taken++;
        }
    }

    /** A message that is not there yet; one that makes room for itself has none before. */
    void onItsWay(Envelope message) {
        MailboxRoom room = message.target == null ? null : message.target.room;
        if (room != null && room.isForSenders && message.kind <= Envelope.REQUEST) {
            in(room).taken++;
        }
    }

    /** Room that somebody has, who waits for a slot or has not run since he came to his turn. */
    void isReserved(MailboxRoom room) {
        in(room).taken++;
    }

    void isAwaited(MailboxRoom room) {
        in(room).waiting++;
    }

    /** @throws IllegalStateException if a mailbox's own count is another, or somebody waits for room that is there */
    void check(Actor actor) {
        MailboxRoom room = actor.room;
        if (room == null || actor.isGone()) {
            return;
        }
        Found there = in(room);
        if (room.taken() != there.taken || room.waiting() != there.waiting) {
            throw new IllegalStateException("the mailbox of " + actor + " has " + there.taken + " places taken and "
                    + there.waiting + " waiters, and says " + room.taken() + " and " + room.waiting());
        }
        if (there.waiting > 0 && there.taken < room.limit.messages()) {
            throw new IllegalStateException(there.waiting + " wait for room in the mailbox of " + actor + ", which has "
                    + there.taken + " of " + room.limit.messages() + " places taken");
        }
    }
}
