package io.hiveactor.runtime;

import io.hiveactor.runtime.waiting.Waiter;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A sender that waits: for room in a limited mailbox, then for slots of the pool. Or a bus that waits for a slot.
 *
 * <p>A waiter is woken after the lock is left that it was granted something under. Until that has arrived at its
 * shard, {@link #isWakePending} keeps it from being used for another wait.
 */
final class SendWaiter extends Waiter {
    /** The actor that waits; null for an external thread or a bus. */
    final @Nullable Actor actor;

    /** Of a bus. */
    private final @Nullable KeptSlots keeper;

    private final Thread thread;

    /** To whom. Its end ends the wait. Null for a bus. */
    @Nullable Recipient target;
    /** How many slots: one for a message, one more for the answer to a request. */
    int wants = 1;

    // where it stands: in the line for room, with room, in the line for slots
    @Nullable MailboxRoom awaitedRoom;
    @Nullable MailboxRoom reservedRoom;
    boolean awaitsSlots;
    /** In the line for somebody to sit there. */
    @Nullable ReservedId awaitedId;

    /** Which slots it was granted. */
    int slot = Envelope.NONE;

    int answer = Envelope.NONE;

    /** A wake-up is on its way through the inbox of the actor's shard. */
    boolean isWakePending;

    /** Links those who are to be woken, for the one who wakes them: in a ring, of which the last is known. */
    private @Nullable SendWaiter nextToWake;

    /** The others who wait for slots to send to the same target; guarded by the pool's lock. */
    @Nullable SendWaiter beforeToSame;

    @Nullable SendWaiter behindToSame;

    SendWaiter(Actor actor) {
        super(actor.priority);
        this.actor = actor;
        keeper = null;
        thread = Thread.currentThread();
    }

    /** For a bus, on its shard. */
    SendWaiter(KeptSlots keeper, int priority) {
        super(priority);
        this.keeper = keeper;
        actor = null;
        thread = Thread.currentThread();
    }

    /** For a thread outside, which counts as {@link Priority#NORMAL}. */
    SendWaiter(Thread thread) {
        super(Priority.NORMAL.ordinal());
        this.thread = thread;
        actor = null;
        keeper = null;
    }

    /** Whether an external thread waits, which is costly to wake. */
    boolean isExternal() {
        return actor == null && keeper == null;
    }

    /** Whose wait it is; of an actor, the thread that it first waited on. */
    Thread thread() {
        return thread;
    }

    /** Which line it stands in, where there is one for each priority. */
    int line() {
        HiveConfig config = config();
        return config != null && config.waiterOrder() == WaiterOrder.FIFO ? 0 : priority();
    }

    /** Of the hive; null if it has never waited. */
    @Nullable HiveConfig config() {
        Recipient to = target;
        if (keeper != null) {
            return keeper.shard().hive.config();
        }
        return to == null ? null : to.hive.config();
    }

    /** To be called with the lock held, when the wait has ended: notes how it will be woken. */
    private void willBeWoken(@Nullable Shard waker) {
        Actor waiting = actor;
        isWakePending = keeper != null || (waiting != null && waiting.home != waker);
    }

    /**
     * Adds somebody whose wait has ended to those who are to be woken, behind the others. With the lock held that it ended
     * under.
     *
     * @param last the last one so far; null if there is none
     * @param waker the shard that the caller runs on; null outside
     * @return the last one now
     */
    static SendWaiter toBeWoken(@Nullable SendWaiter last, SendWaiter added, @Nullable Shard waker) {
        added.willBeWoken(waker);
        SendWaiter first = last == null ? added : last.nextToWake;
        if (last != null) {
            last.nextToWake = added;
        }
        added.nextToWake = first;
        return added;
    }

    /**
     * Wakes everybody, in the order in which they were added. With no lock held, and with room on the stack.
     *
     * @param last the last one of them; null if there is none
     * @param waker the shard that the caller runs on; null outside
     */
    static void wakeAll(@Nullable SendWaiter last, @Nullable Shard waker) {
        SendWaiter waiter = last == null ? null : last.nextToWake;
        while (waiter != null) {
            SendWaiter behind = waiter == last ? null : waiter.nextToWake;
            waiter.nextToWake = null;
            FlightRecords.handedTo(waiter, waker);
            waiter.wake(waker);
            waiter = behind;
        }
    }

    private void wake(@Nullable Shard waker) {
        Actor waiting = actor;
        if (keeper != null) {
            keeper.shard().push(this); // also on its own shard: it may be in the middle of something
        } else if (waiting == null) {
            LockSupport.unpark(thread);
        } else if (waiting.home == waker) {
            arrived();
        } else {
            waiting.home.push(this);
        }
    }

    /** The wake-up is at the shard of the actor or the bus, which runs this. */
    void arrived() {
        isWakePending = false;
        if (keeper != null) {
            keeper.granted(this);
        }
        Actor waiting = actor;
        if (waiting != null && waiting.sendWaiter == this && waiting.state == ActorState.SENDING && !isQueued()) {
            waiting.home.runQueue.add(waiting);
        }
    }
}
