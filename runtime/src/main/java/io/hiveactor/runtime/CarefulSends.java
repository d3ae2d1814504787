package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.StackRoom;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What an actor sends without waiting, and not just to a neighbour: to another shard, to a thread outside, or into a limited
 * mailbox. All or nothing, also at the end of the stack.
 *
 * <p><b>Threads:</b> owner only, the sender's shard.
 */
final class CarefulSends {
    private final Shard shard;
    private final MessagePool pool;
    private final SlotCache cache;

    /** A wake-up that an actor owed to another thread could not be given: its stack was full. */
    private boolean owesWakes;

    CarefulSends(Shard shard, SlotCache cache) {
        this.shard = shard;
        this.cache = cache;
        pool = shard.pool;
    }

    NotifyStatus send(
            ActorId sender, Recipient target, int tag, @Nullable Object object, MemorySegment bytes, int length) {
        MailboxRoom room = target.room;
        if (room == null) {
            return sendAway(sender, target, tag, object, bytes, length);
        }
        return room.isForSenders && room.isFull() // first and apart: whoever is in a flood is refused at little cost
                ? refused(room, sender, target, tag, object)
                : sendLimited(room, sender, target, tag, object, bytes, length);
    }

    /** To another shard, or to a thread outside. */
    private NotifyStatus sendAway(
            ActorId sender, Recipient target, int tag, @Nullable Object object, MemorySegment bytes, int length) {
        if (target.isOutside) {
            StackRoom.require();
        }
        SlotCache free = cache;
        if ((free.size == 0 || pool.hasWaiters()) && !shard.refill()) {
            return NotifyStatus.NO_MEMORY;
        }
        Envelope slot = shard.slots[free.slots[free.size - 1]];
        if (length != 0) {
            slot.copyIn(bytes); // into a slot that is still free, so nothing is lost if the stack ends here
        }
        slot.fill(Envelope.NOTIFY, sender, tag, object, length); // also a call
        free.size--;
        slot.target = target;
        try {
            target.post(slot);
        } catch (Throwable overflow) { // before it did anything
            free.size++;
            throw overflow;
        }
        try {
            target.wakeReader();
        } catch (StackOverflowError overflow) {
            owesWakes = true; // the message is on its way; the loop, with its stack empty, wakes the reader
        }
        return NotifyStatus.SENT;
    }

    /** By the loop, in each turn. */
    void wakeOwed() {
        if (owesWakes) {
            owesWakes = false;
            shard.hive.wakeEverybody();
        }
    }

    private NotifyStatus sendLimited(
            MailboxRoom room,
            ActorId sender,
            Recipient target,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            int length) {
        StackRoom.require();
        Object key = object == null ? null : room.limit.keyOf(object);
        if (shard.actors.get(shard.current).isGone()) {
            throw ActorStopped.UNWIND; // the key is the user's code, which may wait: the sender was killed meanwhile
        }
        if (target.isGone()) {
            return NotifyStatus.NO_TARGET;
        }
        if (room.isForSenders && !room.tryReserve()) {
            return refused(room, sender, target, tag, object);
        }
        if ((cache.size == 0 || pool.hasWaiters()) && !pool.refill(cache)) {
            giveRoomBack(room);
            shard.foundPoolFull = true;
            return NotifyStatus.NO_MEMORY;
        }
        Envelope slot = shard.slots[cache.slots[cache.size - 1]];
        try {
            slot.copyIn(bytes);
        } catch (Throwable e) { // a segment that was closed, or is another thread's
            giveRoomBack(room);
            throw e;
        }
        cache.size--;
        slot.fill(Envelope.NOTIFY, sender, tag, object, length);
        slot.key = key;
        shard.deliver(slot, target);
        return NotifyStatus.SENT;
    }

    /** A mailbox in which messages make room for themselves counts them when they arrive. */
    private void giveRoomBack(MailboxRoom room) {
        if (room.isForSenders) {
            shard.giveRoomBack(room);
        }
    }

    private NotifyStatus refused(
            MailboxRoom room, ActorId sender, Recipient target, int tag, @Nullable Object object) {
        if (room.limit.overflow() != Overflow.DROP_NEWEST) {
            return NotifyStatus.MAILBOX_FULL;
        }
        Events events = shard.events;
        if (!events.countsQuietly()) {
            StackRoom.require();
            events.refused(room, sender, target.id, tag, object);
        }
        return NotifyStatus.DROPPED;
    }
}
