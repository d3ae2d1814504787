package io.hiveactor.runtime;

import org.agrona.collections.Object2IntHashMap;

/**
 * How a mailbox that drops or conflates what is old takes a message in.
 *
 * <p><b>Threads:</b> owner only, the shard of the mailbox. Every call needs room on the stack.
 */
final class Crowding {
    private Crowding() {}

    static void accept(Actor actor, MailboxRoom room, Envelope message) {
        Object key = message.key;
        int queued = key == null ? Envelope.NONE : room.queued().getValue(key);
        if (queued != Envelope.NONE) {
            replace(actor, room, actor.home.slots[queued], message);
            return;
        }
        if (room.taken() >= room.limit.messages()) {
            dropOldest(actor, room);
        }
        room.add();
        actor.accept(message, message.index);
        if (key != null) {
            room.queued().put(key, message.index);
        }
    }

    /** A message that counts has left the mailbox. */
    static void left(MailboxRoom room, Envelope message) {
        Object key = message.key;
        if (key != null && !room.isForSenders) {
            room.queued().removeKey(key);
            message.key = null;
        }
    }

    private static void replace(Actor actor, MailboxRoom room, Envelope older, Envelope newer) {
        Shard home = actor.home;
        home.events.dropped(DroppedMessage.Reason.WAS_REPLACED, room, older, actor.id);
        Requests.refuse(older, AnswerRoom.WAS_DROPPED, home);
        older.takeOver(newer);
        if (older.kind == Envelope.REQUEST && older.answer >= 0) {
            home.slots[older.answer].answerRoom().request = older.index;
        }
        actor.changed(older);
        newer.key = null;
        home.release(newer.index);
    }

    private static void dropOldest(Actor actor, MailboxRoom room) {
        Shard home = actor.home;
        int before = Envelope.NONE;
        int index = actor.first;
        while (home.slots[index].kind > Envelope.REQUEST) { // a tick is not dropped; there is a message behind it
            before = index;
            index = home.slots[index].next;
        }
        Envelope oldest = home.slots[index];
        actor.remove(index, before);
        left(room, oldest);
        home.events.dropped(DroppedMessage.Reason.WAS_OLDEST, room, oldest, actor.id);
        home.roomFreed(room);
        Requests.refuse(oldest, AnswerRoom.WAS_DROPPED, home);
        home.release(index);
    }

    static Object2IntHashMap<Object> newIndex() {
        return new Object2IntHashMap<>(Envelope.NONE);
    }
}
