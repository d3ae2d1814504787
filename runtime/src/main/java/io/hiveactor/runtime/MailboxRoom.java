package io.hiveactor.runtime;

import io.hiveactor.runtime.waiting.SpinLock;
import io.hiveactor.runtime.waiting.WaitList;
import io.hiveactor.runtime.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.collections.Object2IntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The room in a limited mailbox that senders reserve, and those who wait for some.
 *
 * <p><b>Threads:</b> any thread. What is not called a leaf needs room on the stack.
 */
final class MailboxRoom {
    /*
     * `taken` counts messages in the mailbox, on their way to it, and reservations of senders who wait for a slot;
     * `waiting` is the length of the line. While somebody waits nobody reserves past him.
     *
     * Invariant: after every serve(), nobody waits while taken < most.
     * Both numbers are one word. So who reserves knows that nobody came to wait since he looked, and a room given back
     * and a waiter that queues cannot miss each other: whichever of the two is later sees the other. The line itself
     * changes under a spin lock, and its length in the word changes with it.
     *
     * A mailbox that drops or conflates what is old lets everything in: its shard makes room when a message arrives,
     * and nothing of this is used but the limit and the counter.
     */
    private static final long ONE_WAITING = 1L << 32;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(MailboxRoom.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final MailboxLimit limit;
    final boolean isForSenders;
    private final int most;
    private final WaitList waiters;

    /** In a mailbox that conflates: which slot holds the message with a key. Owner only, the mailbox's shard. */
    private @Nullable Object2IntHashMap<Object> queued;

    private volatile long state; // waiting << 32 | taken
    private final SpinLock lock = new SpinLock();

    /** With strict priorities. */
    MailboxRoom(MailboxLimit limit, WaiterOrder order) {
        this(limit, order, 0);
    }

    /** @param fairness see {@link HiveConfig#fairness()} */
    MailboxRoom(MailboxLimit limit, WaiterOrder order, int fairness) {
        this.limit = limit;
        isForSenders = limit.isForSenders();
        most = limit.messages();
        waiters = order.newList(fairness);
    }

    Object2IntHashMap<Object> queued() {
        Object2IntHashMap<Object> index = queued;
        if (index == null) {
            index = Crowding.newIndex();
            queued = index;
        }
        return index;
    }

    int taken() {
        return (int) state;
    }

    int waiting() {
        return (int) (state >>> 32);
    }

    /** Whether somebody who comes now finds no room. A leaf. */
    boolean isFull() {
        return state >= most; // anybody who waits makes it more than any number of messages
    }

    /** Reserves room if there is some and nobody waits for it. A leaf. */
    boolean tryReserve() {
        long now = state;
        while (now < most) {
            if (STATE.compareAndSet(this, now, now + 1)) {
                return true;
            }
            now = state;
        }
        return false;
    }

    /** Counts a message in that makes room for itself if need be. */
    void add() {
        STATE.getAndAdd(this, 1L);
    }

    /** Gives room back; {@link #serve} has to follow if this says so. A leaf. */
    boolean giveBack() {
        return (long) STATE.getAndAdd(this, -1L) >= ONE_WAITING;
    }

    /** Reserves room, or puts a waiter in the line. */
    boolean reserveOrQueue(SendWaiter waiter) {
        lock.lock();
        long now = state;
        while (!STATE.compareAndSet(this, now, now < most ? now + 1 : now + ONE_WAITING)) {
            now = state;
        }
        boolean isServed = now < most;
        if (!isServed) {
            waiters.add(waiter);
        }
        lock.unlock();
        return isServed;
    }

    /** Hands room to those whose turn it is. The caller has to wake those it gets. */
    @Nullable SendWaiter serve(@Nullable Shard waker) {
        SendWaiter last = null;
        lock.lock();
        SendWaiter first = (SendWaiter) waiters.first();
        while (first != null && (int) state < most) { // while somebody waits, only we raise `taken`
            STATE.getAndAdd(this, 1 - ONE_WAITING);
            waiters.grant(first);
            last = SendWaiter.toBeWoken(last, first, waker);
            first = (SendWaiter) waiters.first();
        }
        lock.unlock();
        return last;
    }

    /**
     * Ends the wait of a waiter, however it stands.
     *
     * @return whether it had been given room, which is the caller's now
     */
    boolean leave(SendWaiter waiter) {
        lock.lock();
        if (waiter.isQueued()) {
            waiters.remove(waiter);
            STATE.getAndAdd(this, -ONE_WAITING);
        }
        boolean isGranted = waiter.state() == Waiter.GRANTED;
        waiter.reset();
        lock.unlock();
        return isGranted;
    }

    /** Ends all waits: the mailbox's owner is gone. The caller has to wake those it gets. */
    @Nullable SendWaiter close(@Nullable Shard waker) {
        SendWaiter last = null;
        lock.lock();
        SendWaiter first = (SendWaiter) waiters.first();
        while (first != null) {
            waiters.close(first);
            STATE.getAndAdd(this, -ONE_WAITING);
            last = SendWaiter.toBeWoken(last, first, waker); // in their order: in a seat, they go on to the next one in it
            first = (SendWaiter) waiters.first();
        }
        lock.unlock();
        return last;
    }
}
