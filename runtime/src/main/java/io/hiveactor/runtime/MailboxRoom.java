package io.hiveactor.runtime;

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
     * `taken` counts messages in the mailbox, on their way to it, and reservations of senders who wait for a slot.
     * While somebody waits nobody reserves past him.
     *
     * Invariant: after every serve(), nobody waits while taken < most.
     * A room given back and a waiter that queues cannot miss each other: one lowers `taken` and then looks for
     * waiters, the other raises `waiting` and then looks at `taken`, each in volatile order.
     *
     * A mailbox that drops or conflates what is old lets everything in: its shard makes room when a message arrives,
     * and nothing of this is used but the limit and the counter.
     */
    private static final VarHandle TAKEN;
    private static final VarHandle LOCKED;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(MailboxRoom.class, "taken", int.class);
            LOCKED = MethodHandles.lookup().findVarHandle(MailboxRoom.class, "locked", boolean.class);
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

    private volatile int taken;
    private volatile int waiting;

    @SuppressWarnings("UnusedVariable") // by LOCKED
    private volatile boolean locked;

    MailboxRoom(MailboxLimit limit, WaiterOrder order) {
        this.limit = limit;
        isForSenders = limit.isForSenders();
        most = limit.messages();
        waiters = new WaitList(order == WaiterOrder.FIFO ? 1 : Priority.values().length);
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
        return taken;
    }

    /** Whether somebody who comes now finds no room. A leaf. */
    boolean isFull() {
        return taken >= most || waiting > 0;
    }

    int waiting() {
        return waiting;
    }

    /** Reserves room if there is some and nobody waits for it. A leaf. */
    boolean tryReserve() {
        int now = taken;
        while (now < most && waiting == 0) {
            if (TAKEN.compareAndSet(this, now, now + 1)) {
                return true;
            }
            now = taken;
        }
        return false;
    }

    /** Counts a message in that makes room for itself if need be. */
    void add() {
        TAKEN.getAndAdd(this, 1);
    }

    /** Gives room back; {@link #serve} has to follow if this says so. A leaf. */
    boolean giveBack() {
        TAKEN.getAndAdd(this, -1);
        return waiting > 0;
    }

    /** Reserves room, or puts a waiter in the line. */
    boolean reserveOrQueue(SendWaiter waiter) {
        lock();
        waiting = waiters.size() + 1; // from here on nobody passes us
        boolean isServed = waiters.size() == 0 && reserveOne();
        if (!isServed) {
            waiters.add(waiter);
        }
        waiting = waiters.size();
        locked = false;
        return isServed;
    }

    private boolean reserveOne() {
        int now = taken;
        while (now < most) {
            if (TAKEN.compareAndSet(this, now, now + 1)) {
                return true;
            }
            now = taken;
        }
        return false;
    }

    /** Hands room to those whose turn it is. The caller has to wake those it gets. */
    @Nullable SendWaiter serve(@Nullable Shard waker) {
        SendWaiter chain = null;
        SendWaiter end = null;
        lock();
        SendWaiter first = (SendWaiter) waiters.first();
        while (first != null && reserveOne()) {
            waiters.grant(first);
            first.willBeWoken(waker);
            if (end == null) {
                chain = first;
            } else {
                end.nextGranted = first;
            }
            end = first;
            first = (SendWaiter) waiters.first();
        }
        waiting = waiters.size();
        locked = false;
        return chain;
    }

    /**
     * Ends the wait of a waiter, however it stands.
     *
     * @return whether it had been given room, which is the caller's now
     */
    boolean leave(SendWaiter waiter) {
        lock();
        if (waiter.isQueued()) {
            waiters.remove(waiter);
            waiting = waiters.size();
        }
        boolean isGranted = waiter.state() == Waiter.GRANTED;
        waiter.reset();
        locked = false;
        return isGranted;
    }

    /** Ends all waits: the mailbox's owner is gone. The caller has to wake those it gets. */
    @Nullable SendWaiter close(@Nullable Shard waker) {
        SendWaiter chain = null;
        lock();
        SendWaiter first = (SendWaiter) waiters.first();
        while (first != null) {
            waiters.close(first);
            first.willBeWoken(waker);
            first.nextGranted = chain;
            chain = first;
            first = (SendWaiter) waiters.first();
        }
        waiting = 0;
        locked = false;
        return chain;
    }

    private void lock() {
        while (!LOCKED.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
    }
}
