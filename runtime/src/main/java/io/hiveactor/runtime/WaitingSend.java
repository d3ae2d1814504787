package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.waiting.Waiter;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A send that waits for its turn: first for room in the target's mailbox, then for slots of the pool, under one
 * deadline. It never holds a slot while it waits.
 *
 * <p><b>Threads:</b> owner only, the sending actor.
 */
final class WaitingSend {
    private WaitingSend() {}

    /** What becomes of a send that could not be done at once. */
    static SendStatus after(
            NotifyStatus status,
            Actor actor,
            Recipient target,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            long deadlineNanos) {
        boolean isForRoom = status == NotifyStatus.NO_MEMORY || status == NotifyStatus.MAILBOX_FULL;
        if (isForRoom && deadlineNanos != 0) {
            StackRoom.require();
            return send(actor, target, tag, object, bytes, deadlineNanos);
        } else if (isForRoom) {
            return status == NotifyStatus.NO_MEMORY ? SendStatus.NO_MEMORY : SendStatus.MAILBOX_FULL;
        } else if (status == NotifyStatus.DROPPED) {
            return SendStatus.DROPPED;
        } else if (status == NotifyStatus.NO_TARGET) {
            return SendStatus.NO_TARGET;
        }
        throw new IllegalStateException("inside a hive a message cannot be " + status);
    }

    private static SendStatus send(
            Actor actor, Recipient target, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        Object key = keyFor(actor, target, object);
        if (target.isGone()) {
            return SendStatus.CLOSED;
        }
        SendStatus status = acquire(actor, target, 1, tag, object, deadlineNanos);
        if (status == SendStatus.SENT) {
            SendWaiter waiter = waiter(actor);
            Envelope slot = actor.home.slots[waiter.slot];
            copyIn(slot, bytes, waiter, actor.home);
            slot.fill(Envelope.NOTIFY, actor.id, tag, object, (int) bytes.byteSize());
            slot.key = key;
            waiter.reservedRoom = null; // the message has it now
            actor.home.deliver(slot, target);
        }
        return status;
    }

    static SendStatus request(
            Actor actor,
            Actor target,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            long correlation,
            long deadlineNanos) {
        if (bytes.byteSize() > actor.home.pool.maxPayload()) {
            return SendStatus.TOO_LARGE;
        }
        Object key = keyFor(actor, target, object);
        if (target.isGone()) {
            return SendStatus.NO_TARGET;
        }
        if (actor.home.pool.mostForUsers() < 2) {
            return SendStatus.NO_MEMORY; // it would wait for ever, and everybody behind it
        }
        SendStatus status = acquire(actor, target, 2, tag, object, deadlineNanos);
        if (status == SendStatus.SENT) {
            Shard home = actor.home;
            SendWaiter waiter = waiter(actor);
            Envelope slot = home.slots[waiter.slot];
            Envelope answer = home.slots[waiter.answer];
            copyIn(slot, bytes, waiter, home);
            slot.fill(Envelope.REQUEST, actor.id, tag, object, (int) bytes.byteSize());
            slot.correlation = correlation;
            slot.answer = answer.index;
            slot.key = key;
            answer.fill(Envelope.REPLY, target.id, tag, null, 0);
            answer.answerRoom().open(actor, target, slot.index, correlation);
            actor.requests().opened(answer.answerRoom());
            waiter.reservedRoom = null;
            home.deliver(slot, target);
        }
        return status;
    }

    private static SendWaiter waiter(Actor actor) {
        return Objects.requireNonNull(actor.sendWaiter);
    }

    /** The key, by the user's code, which may wait; so much can have happened after it. */
    static @Nullable Object keyFor(Actor actor, Recipient target, @Nullable Object object) {
        MailboxRoom room = target.room;
        if (room == null || object == null) {
            return null;
        }
        Object key = room.limit.keyOf(object);
        if (actor.isGone()) {
            throw ActorStopped.UNWIND;
        }
        return key;
    }

    private static void copyIn(Envelope slot, MemorySegment bytes, SendWaiter waiter, Shard home) {
        try {
            slot.copyIn(bytes);
        } catch (Throwable e) { // a segment that was closed, or is another thread's
            releaseSlots(waiter, home);
            leave(waiter, home);
            throw e;
        }
    }

    private static void releaseSlots(SendWaiter waiter, Shard home) {
        home.release(waiter.slot);
        if (waiter.wants > 1) {
            home.release(waiter.answer);
        }
    }

    /** Gets room and slots; SENT if they are there, with the actor's waiter. */
    private static SendStatus acquire(
            Actor actor, Recipient target, int wants, int tag, @Nullable Object object, long deadlineNanos) {
        SendWaiter waiter = actor.newWait(target, wants);
        MailboxRoom room = target.room;
        if (room != null && room.isForSenders) {
            SendStatus status = reserve(actor, waiter, room, target, tag, object, deadlineNanos);
            if (status != SendStatus.SENT) {
                return status;
            }
            if (waiter.isWakePending) { // it stands in our inbox, or will: it cannot be used for another wait
                waiter.reservedRoom = null;
                waiter = actor.newWait(target, wants);
                waiter.reservedRoom = room;
            }
        }
        if (actor.home.claimOrQueue(waiter)) {
            return SendStatus.SENT;
        }
        waiter.awaitsSlots = true;
        return await(actor, waiter, target, deadlineNanos);
    }

    private static SendStatus reserve(
            Actor actor,
            SendWaiter waiter,
            MailboxRoom room,
            Recipient target,
            int tag,
            @Nullable Object object,
            long deadlineNanos) {
        if (room.tryReserve()) {
            waiter.reservedRoom = room;
            return SendStatus.SENT;
        } else if (room.limit.overflow() == Overflow.DROP_NEWEST) {
            actor.home.events.refused(room, actor.id, target.id, tag, object);
            return SendStatus.DROPPED;
        } else if (room.limit.overflow() == Overflow.FAIL || deadlineNanos == 0) {
            return SendStatus.MAILBOX_FULL;
        } else if (room.reserveOrQueue(waiter)) {
            waiter.reservedRoom = room;
            return SendStatus.SENT;
        }
        waiter.awaitedRoom = room;
        return await(actor, waiter, target, deadlineNanos);
    }

    /**
     * Waits until somebody sits in a seat.
     *
     * @return SENT if somebody does, or did; CLOSED if nobody ever will
     */
    static SendStatus awaitOccupant(Actor actor, ReservedId seat, Recipient target, long deadlineNanos) {
        StackRoom.require();
        SendWaiter waiter = actor.newWait(target, 1);
        if (!seat.queue(waiter)) {
            return seat.isOpen() ? SendStatus.SENT : SendStatus.CLOSED;
        }
        waiter.awaitedId = seat;
        boolean isTimedOut = false;
        try {
            while (waiter.isQueued() && !isTimedOut) {
                actor.home.await(actor, ActorState.SENDING, actor.deadlineFor(deadlineNanos), deadlineNanos);
                isTimedOut = actor.timedOut;
            }
        } catch (Throwable e) { // it was killed, or cannot wait here
            if (!actor.home.isAbandoned()) {
                leave(waiter, actor.home);
            }
            throw e;
        }
        int state = waiter.state();
        leave(waiter, actor.home);
        if (state == Waiter.QUEUED) {
            return tooLate(deadlineNanos);
        }
        return state == Waiter.GRANTED ? SendStatus.SENT : SendStatus.CLOSED;
    }

    /** Waits in the line that the waiter stands in; SENT if it has come to its turn. */
    private static SendStatus await(Actor actor, SendWaiter waiter, Recipient target, long deadlineNanos) {
        Shard home = actor.home;
        boolean isTimedOut = deadlineNanos == 0;
        boolean hasWaited = false;
        try {
            while (waiter.isQueued() && !isTimedOut && !target.isGoneByNow()) {
                home.await(actor, ActorState.SENDING, actor.deadlineFor(deadlineNanos), deadlineNanos);
                isTimedOut = actor.timedOut;
                hasWaited = true;
            }
        } catch (Throwable e) { // it was killed, or cannot wait here
            if (!home.isAbandoned()) {
                leave(waiter, home);
            }
            throw e;
        }
        if (hasWaited) {
            Tallies.note(home.tallies.sendWaits, home.turnNanos - actor.sinceNanos);
        }
        boolean isClosed = waiter.state() == Waiter.CLOSED || target.isGoneByNow();
        if (!isClosed && isServed(waiter, home)) {
            return SendStatus.SENT;
        }
        leave(waiter, home);
        if (isClosed) {
            return SendStatus.CLOSED;
        }
        return tooLate(deadlineNanos);
    }

    /** A wait has ended with nothing. */
    private static SendStatus tooLate(long deadlineNanos) {
        if (deadlineNanos == Clock.NEVER) {
            return SendStatus.DEADLOCK; // nothing else ends an endless wait with nothing
        }
        return deadlineNanos == 0 ? SendStatus.NO_MEMORY : SendStatus.TIMEOUT;
    }

    /** Takes a waiter out of its line; whether it has what it stood there for. */
    private static boolean isServed(SendWaiter waiter, Shard home) {
        MailboxRoom room = waiter.awaitedRoom;
        if (room != null) {
            waiter.awaitedRoom = null;
            boolean isGranted = room.leave(waiter);
            if (isGranted) {
                waiter.reservedRoom = room;
            }
            return isGranted;
        }
        waiter.awaitsSlots = false;
        boolean isGranted = home.pool.leave(waiter);
        if (!isGranted && home.pool.hasWaiters()) {
            SendWaiter.wakeAll(home.pool.serve(home), home);
        }
        return isGranted;
    }

    /** Ends a wait, however it stands: what the waiter has goes to the next in line. */
    static void leave(SendWaiter waiter, Shard home) {
        ReservedId seat = waiter.awaitedId;
        if (seat != null) {
            waiter.awaitedId = null;
            seat.leave(waiter);
            return;
        }
        if (waiter.awaitedRoom != null) {
            boolean isGranted = isServed(waiter, home);
            assert !isGranted || waiter.reservedRoom != null;
        } else if (waiter.awaitsSlots && isServed(waiter, home)) {
            releaseSlots(waiter, home);
        }
        MailboxRoom reserved = waiter.reservedRoom;
        if (reserved != null) {
            waiter.reservedRoom = null;
            home.giveRoomBack(Objects.requireNonNull(reserved));
        }
    }
}
