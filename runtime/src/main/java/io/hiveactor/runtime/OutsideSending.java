package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What threads outside the shards send.
 *
 * <p><b>Threads:</b> any thread.
 */
final class OutsideSending {
    private final Hive hive;
    private final MessagePool pool;
    /** Threads that wait to send. */
    private final Set<OutsideSend> waiting = ConcurrentHashMap.newKeySet();
    private final LongAdder drops = new LongAdder();
    private final LongAdder undelivered = new LongAdder();
    private final LongAdder poolRefusals = new LongAdder();
    private final LongAdder mailboxRefusals = new LongAdder();
    private final AtomicInteger waits = new AtomicInteger();

    OutsideSending(Hive hive, MessagePool pool) {
        this.hive = hive;
        this.pool = pool;
    }

    /** Sends, and never waits. */
    NotifyStatus notify(ActorId sender, ActorId to, int tag, @Nullable Object object, MemorySegment bytes) {
        NotifyStatus status = send(sender, to, tag, object, bytes);
        if (status == NotifyStatus.NO_MEMORY) {
            poolRefusals.increment();
        } else if (status == NotifyStatus.MAILBOX_FULL) {
            mailboxRefusals.increment();
        }
        return status;
    }

    /** The first attempt of a send, which may wait after it. */
    private NotifyStatus send(ActorId sender, ActorId to, int tag, @Nullable Object object, MemorySegment bytes) {
        Recipient target = hive.recipient(to);
        if (Objects.requireNonNull(bytes, "payload").byteSize() > pool.maxPayload()) {
            return NotifyStatus.TOO_LARGE;
        }
        if (!hive.isIntakeOpen()) {
            return NotifyStatus.CLOSED;
        }
        if (target.isGone()) {
            return NotifyStatus.NO_TARGET;
        }
        StackRoom.require();
        MailboxRoom room = target.room;
        Object key = keyFor(room, object);
        if (room != null && room.isForSenders && !room.tryReserve()) {
            return refused(room, sender, target, tag, object);
        }
        Envelope slot = pool.outside.claim();
        if (slot == null) {
            if (room != null && room.isForSenders) {
                giveRoomBack(room);
            }
            hive.fullPoolLog.foundFull();
            return NotifyStatus.NO_MEMORY;
        }
        deliver(slot, sender, target, tag, object, key, bytes);
        return NotifyStatus.SENT;
    }

    private static @Nullable Object keyFor(@Nullable MailboxRoom room, @Nullable Object object) {
        return room == null || object == null ? null : room.limit.keyOf(object);
    }

    NotifyStatus refused(
            MailboxRoom room, ActorId sender, Recipient target, int tag, @Nullable Object object) {
        if (room.limit.overflow() != Overflow.DROP_NEWEST) {
            return NotifyStatus.MAILBOX_FULL;
        }
        drops.increment();
        FlightRecords.dropped(hive, DroppedMessage.Reason.CAME_TOO_LATE, room, sender, target.id);
        if (hive.config().hasListener()) {
            hive.telling.tell(new DroppedMessage(DroppedMessage.Reason.CAME_TOO_LATE, Overflow.DROP_NEWEST, sender, target.id, room.taken(), tag, object));
        }
        return NotifyStatus.DROPPED;
    }

    /** A message for an inbox that has been closed: its slot goes back. With room on the stack. */
    void undelivered(Envelope message, ActorId receiver) {
        undelivered.increment();
        if (hive.config().hasListener()) {
            hive.shards()[0].push(new UndeliveredNews(new Undelivered(Undelivered.Reason.RECEIVER_ENDED,
                    message.sender(), receiver, message.messageClass(), message.tag, message.object)));
        }
        giveBack(message);
    }

    /** Fills a slot and hands it on; if that fails, slot and room are given back. */
    void deliver(
            Envelope slot,
            ActorId sender,
            Recipient target,
            int tag,
            @Nullable Object object,
            @Nullable Object key,
            MemorySegment bytes) {
        int length = (int) bytes.byteSize();
        try {
            if (length != 0) {
                slot.copyIn(bytes);
            }
        } catch (Throwable e) { // a segment that was closed, or is another thread's
            giveBack(slot);
            if (target.room != null && target.room.isForSenders) {
                giveRoomBack(target.room);
            }
            throw e;
        }
        slot.fill(Envelope.NOTIFY, sender, tag, object, length);
        slot.key = key;
        if (slot.target != target) { // as with the sender
            slot.target = target;
        }
        target.post(slot);
        target.wakeReader();
        if (!hive.isIntakeOpen() && target instanceof Actor actor && actor.home.hasEnded()) {
            actor.home.arrivals.giveUp(); // it was too late, and the shard will not look any more
        }
    }

    /** Takes a slot back from outside the shards. With room on the stack. */
    void giveBack(Envelope slot) {
        pool.giveBack(slot);
        if (pool.isPressed()) {
            SendWaiter.wakeAll(pool.serve(null), null);
            pool.feed();
        }
    }

    void giveRoomBack(MailboxRoom room) {
        if (room.giveBack()) {
            SendWaiter.wakeAll(room.serve(null), null);
        }
    }

    // ---- with a wait ----

    /** Sends, and waits if it has to; INTERRUPTED, with the thread's flag set, if it was interrupted meanwhile. */
    SendStatus send(
            ActorId sender,
            ActorId to,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            Duration timeout) {
        try {
            return sendOrWait(sender, to, tag, object, bytes, timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SendStatus.INTERRUPTED;
        }
    }

    private SendStatus sendOrWait(
            ActorId sender,
            ActorId to,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            Duration timeout)
            throws InterruptedException {
        long nanos = Times.nanos(timeout, "timeout");
        NotifyStatus first = send(sender, to, tag, object, bytes);
        if (first == NotifyStatus.SENT) {
            return SendStatus.SENT; // as most are, and the clock would cost as much as the rest
        }
        long deadlineNanos = Clock.deadline(hive.nowNanos(), nanos);
        SendStatus status = orWait(first, sender, to, tag, object, bytes, nanos, deadlineNanos);
        ReservedId seat = to.seat;
        while ((status == SendStatus.NO_TARGET || status == SendStatus.CLOSED)
                && seat != null && seat.isOpen() && hive.isIntakeOpen() && nanos != 0) {
            status = awaitOccupant(seat, hive.recipient(to), deadlineNanos);
            if (status == SendStatus.SENT) {
                NotifyStatus next = send(sender, to, tag, object, bytes);
                status = orWait(next, sender, to, tag, object, bytes, nanos, deadlineNanos);
            }
        }
        if (status == SendStatus.NO_MEMORY) {
            poolRefusals.increment();
        } else if (status == SendStatus.MAILBOX_FULL) {
            mailboxRefusals.increment();
        }
        return status;
    }

    private SendStatus awaitOccupant(ReservedId seat, Recipient target, long deadlineNanos) throws InterruptedException {
        OutsideSend mine = begin(target, deadlineNanos);
        try {
            return mine.awaitOccupant(seat);
        } finally {
            end(mine);
        }
    }

    /** What becomes of a send, which waits if it could not be done at once. */
    private SendStatus orWait(
            NotifyStatus status,
            ActorId sender,
            ActorId to,
            int tag,
            @Nullable Object object,
            MemorySegment bytes,
            long nanos,
            long deadlineNanos)
            throws InterruptedException {
        Recipient target = hive.recipient(to);
        MailboxRoom room = target.room;
        boolean isForRoom = status == NotifyStatus.MAILBOX_FULL
                && room != null && room.limit.overflow() != Overflow.FAIL;
        boolean waits = nanos != 0 && (isForRoom || status == NotifyStatus.NO_MEMORY);
        if (!waits) {
            return status.asSendStatus();
        }
        OutsideSend mine = begin(target, deadlineNanos);
        try {
            return mine.send(sender, tag, object, keyFor(room, object), bytes);
        } finally {
            end(mine);
        }
    }

    private OutsideSend begin(Recipient target, long deadlineNanos) {
        var begun = new OutsideSend(hive, this, pool, target, deadlineNanos);
        waiting.add(begun);
        return begun;
    }

    /** A number for a wait that no other one has, of any thread. */
    int nextWait() {
        return waits.incrementAndGet();
    }

    private void end(OutsideSend ended) {
        waiting.remove(ended);
        ended.sayThatItChanged();
    }

    // ---- for those who look, and who end it all ----

    /** Those who wait just now. */
    Set<OutsideSend> waiting() {
        return Collections.unmodifiableSet(waiting);
    }

    void wakeAll() {
        waiting.forEach(each -> LockSupport.unpark(each.thread()));
    }

    long poolRefusals() {
        return poolRefusals.sum();
    }

    long mailboxRefusals() {
        return mailboxRefusals.sum();
    }

    long drops() {
        return drops.sum();
    }

    long undelivered() {
        return undelivered.sum();
    }
}
