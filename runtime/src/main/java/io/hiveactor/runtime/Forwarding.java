package io.hiveactor.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Hands a request on, with the right to answer it.
 *
 * <p><b>Threads:</b> owner only, the actor that has received it. With room on the stack.
 */
final class Forwarding {
    /*
     * The message itself moves, from the hands of one actor to the mailbox of the next; so does the room for its answer. Who
     * asked may stop waiting at any moment and then tells the holder's shard: by the holder that he sees. If that is the old one,
     * its shard passes the news on, behind the request; if it is the new one, the news may come before the request, which is then
     * marked where it is on its way (see Requests.dropped).
     */
    private static final byte[] NO_BYTES = {};

    private Forwarding() {}

    /** @param key for a mailbox that conflates */
    static NotifyStatus handOn(Actor actor, Envelope message, Actor holder, @Nullable Object key) {
        Shard home = actor.home;
        MailboxRoom room = holder.room;
        if (holder.isGone()) {
            return NotifyStatus.NO_TARGET;
        }
        if (room != null && room.isForSenders && !room.tryReserve()) {
            // also where it would be dropped: the request is still this actor's to answer
            return home.tallies.refused(NotifyStatus.MAILBOX_FULL);
        }
        if (message.answer >= 0) {
            AnswerRoom answer = home.slots[message.answer].answerRoom();
            actor.requests().noLongerOwes(answer);
            answer.handTo(holder); // before the message: who sees the new one finds it there, or on its way
        }
        message.key = key;
        message.sender = actor.id; // of two messages with one sender, the one sent first comes first
        actor.held = Envelope.NONE;
        actor.expireShown();
        home.deliver(message, holder);
        if (holder.home == home) {
            arrived(message, home);
        }
        return NotifyStatus.SENT;
    }

    /** Hands a request on with another message in its place; if it is refused, the request is what it was. */
    static NotifyStatus handOn(
            Actor actor,
            Envelope message,
            Actor holder,
            @Nullable Object key,
            int tag,
            @Nullable Object object,
            MemorySegment bytes) {
        Object oldObject = message.object;
        int oldTag = message.tag;
        byte[] oldBytes = message.length == 0 ? NO_BYTES : message.bytes().toArray(ValueLayout.JAVA_BYTE);
        message.copyIn(bytes);
        message.tag = tag;
        message.object = object;
        message.length = (int) bytes.byteSize();
        NotifyStatus status = handOn(actor, message, holder, key);
        if (status != NotifyStatus.SENT) {
            message.copyIn(MemorySegment.ofArray(oldBytes));
            message.tag = oldTag;
            message.object = oldObject;
            message.length = oldBytes.length;
        }
        return status;
    }

    /** A message has come to its receiver's shard: if it is a request that was handed on, who asked waits for that one now. */
    static void arrived(Envelope message, Shard shard) {
        int index = message.kind == Envelope.REQUEST ? message.answer : Envelope.NONE;
        AnswerRoom room = index < 0 ? null : shard.slots[index].room;
        if (room != null && room.isOnItsWay) {
            room.isOnItsWay = false;
        }
    }
}
