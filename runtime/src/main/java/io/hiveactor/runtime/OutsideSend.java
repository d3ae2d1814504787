package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.waiting.Waiter;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A send by a thread outside the shards that waits for its turn, in the same lines as the actors.
 *
 * <p><b>Threads:</b> owner only, the sending thread.
 */
final class OutsideSend {
    private final Hive hive;
    private final OutsideSending sending;
    private final MessagePool pool;
    private final Recipient target;
    /** One wait each: whoever granted the first may still be about to wake it when the second begins. */
    private volatile SendWaiter waiter = new SendWaiter(Thread.currentThread());
    /** Which wait of all that threads outside have begun. */
    private volatile int waitNumber;
    private final long sinceNanos;
    private final long deadlineNanos;
    /** It lacks nothing but a slot. */
    private boolean isForThePool = true;

    OutsideSend(Hive hive, OutsideSending sending, MessagePool pool, Recipient target, long deadlineNanos) {
        this.hive = hive;
        this.sending = sending;
        this.pool = pool;
        this.target = target;
        sinceNanos = hive.nowNanos();
        this.deadlineNanos = deadlineNanos;
        waiter.target = target;
    }

    SendStatus send(ActorId sender, int tag, @Nullable Object object, @Nullable Object key, MemorySegment bytes)
            throws InterruptedException {
        StackRoom.require();
        MailboxRoom room = target.room;
        boolean isLimited = room != null && room.isForSenders;
        if (room != null && isLimited) {
            SendStatus status = reserve(room, sender, tag, object);
            if (status != SendStatus.SENT) {
                return status;
            }
        }
        SendWaiter second = new SendWaiter(Thread.currentThread());
        second.target = target;
        second.reservedRoom = isLimited ? room : null;
        waiter = second;
        boolean hasSlot = false;
        try {
            SendStatus status = pool.claimOrQueue(waiter, null) ? SendStatus.SENT : awaitSlot();
            hasSlot = status == SendStatus.SENT;
            if (!hasSlot) {
                return status;
            }
        } finally {
            if (!hasSlot && room != null && isLimited) {
                sending.giveRoomBack(room);
            }
        }
        sending.deliver(pool.all[waiter.slot], sender, target, tag, object, key, bytes);
        return SendStatus.SENT;
    }

    private SendStatus reserve(MailboxRoom room, ActorId sender, int tag, @Nullable Object object)
            throws InterruptedException {
        if (room.limit.overflow() == Overflow.BLOCK_SENDER) {
            return room.reserveOrQueue(waiter) ? SendStatus.SENT : await(room);
        } else if (room.tryReserve()) {
            return SendStatus.SENT;
        }
        return sending.refused(room, sender, target, tag, object) == NotifyStatus.DROPPED
                ? SendStatus.DROPPED
                : SendStatus.MAILBOX_FULL;
    }

    private SendStatus awaitSlot() throws InterruptedException {
        hive.fullPoolLog.foundFull();
        return await(null);
    }

    /** Waits in the line for room, or, with null, for a slot. */
    private SendStatus await(@Nullable MailboxRoom room) throws InterruptedException {
        isForThePool = room == null;
        waiter.awaitsSlots = isForThePool;
        sayThatItWaits();
        try {
            boolean isOver = hive.awaitOutside(this::isOver, deadlineNanos);
            assert isOver || deadlineNanos != Long.MAX_VALUE;
        } catch (Throwable e) { // an interrupt, or a simulation in which nothing can happen any more
            if (leave(room)) {
                giveBack(room);
            }
            throw e;
        }
        boolean isClosed =
                waiter.state() == Waiter.CLOSED || target.isGoneByNow() || !hive.isIntakeOpen();
        boolean isServed = leave(room);
        if (isServed && !isClosed) {
            return SendStatus.SENT;
        }
        if (isServed) {
            giveBack(room);
        }
        return isClosed ? SendStatus.CLOSED : SendStatus.TIMEOUT;
    }

    /** Waits until somebody sits in a seat; see {@link WaitingSend#awaitOccupant}. */
    SendStatus awaitOccupant(ReservedId seat) throws InterruptedException {
        StackRoom.require();
        if (!seat.queue(waiter)) {
            return seat.isOpen() ? SendStatus.SENT : SendStatus.CLOSED;
        }
        isForThePool = false;
        waiter.awaitedId = seat;
        sayThatItWaits();
        int state = Waiter.QUEUED;
        try {
            boolean isOver =
                    hive.awaitOutside(() -> !waiter.isQueued() || !hive.isIntakeOpen(), deadlineNanos);
            assert isOver || deadlineNanos != Long.MAX_VALUE;
            state = waiter.state();
        } finally {
            seat.leave(waiter);
        }
        if (state == Waiter.GRANTED) {
            return SendStatus.SENT;
        }
        return state == Waiter.CLOSED || !hive.isIntakeOpen() ? SendStatus.CLOSED : SendStatus.TIMEOUT;
    }

    private void sayThatItWaits() {
        waitNumber = sending.nextWait();
        if (deadlineNanos == Clock.NEVER) {
            sayThatItChanged();
        }
    }

    /** It has begun to wait, or has ended: then it may have been the last who could go on. */
    void sayThatItChanged() {
        if (isForThePool) {
            hive.examineSometime(); // under pressure, many of them at once
        } else {
            hive.outsideChanged();
        }
    }

    private boolean isOver() {
        return !waiter.isQueued() || target.isGoneByNow() || !hive.isIntakeOpen();
    }

    private boolean leave(@Nullable MailboxRoom room) {
        waiter.awaitsSlots = false;
        if (room != null) {
            return room.leave(waiter);
        }
        boolean isGranted = pool.leave(waiter);
        if (!isGranted && pool.hasWaiters()) {
            SendWaiter.wakeAll(pool.serve(null), null);
        }
        return isGranted;
    }

    private void giveBack(@Nullable MailboxRoom room) {
        if (room == null) {
            sending.giveBack(pool.all[waiter.slot]);
        } else {
            sending.giveRoomBack(room);
        }
    }

    /** For who looks, from any thread. */
    ActorView view() {
        return ActorViews.of(waiter, waitNumber, sinceNanos, deadlineNanos);
    }

    SendWaiter waiter() {
        return waiter;
    }

    Thread thread() {
        return waiter.thread();
    }
}
