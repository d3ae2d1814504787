package io.hiveactor.runtime.waiting;

import io.hiveactor.runtime.queue.Node;
import org.jspecify.annotations.Nullable;

/**
 * The record of somebody who waits for something that is handed out in turn.
 *
 * <p>OUT -> QUEUED -> (GRANTED or CLOSED) -> OUT; a waiter that gives up goes from any of them to OUT.
 *
 * <p><b>Threads:</b> whoever holds the lock of the list that it waits in; while it is OUT, its owner.
 */
public abstract class Waiter extends Node {
    /** Waits for nothing. */
    public static final int OUT = 0;
    /** Stands in a list. */
    public static final int QUEUED = 1;
    /** Has left the list with what it waited for. */
    public static final int GRANTED = 2;
    /** Has left the list with nothing, because what it waited for will never come. */
    public static final int CLOSED = 3;

    /** 0 is the highest. */
    final int priority;

    /** Who came to a list earlier has a lower one. */
    private volatile long ticket;

    @Nullable Waiter before;
    @Nullable Waiter behind;

    /** One of the states above; volatile for a thread that looks without the lock whether its wait is over. */
    private volatile int state = OUT;

    protected Waiter(int priority) {
        this.priority = priority;
    }

    public final int state() {
        return state;
    }

    public final boolean isQueued() {
        return state == QUEUED;
    }

    /** Its place in the order in which waiters came to the list it stands in, or last stood in. */
    public final long ticket() {
        return ticket;
    }

    /** 0 is the highest. */
    public final int priority() {
        return priority;
    }

    /** Takes what the wait gave, or gave up. Not while it is in a list. */
    public final void reset() {
        state = OUT;
    }

    final void takeTicket(long number) {
        ticket = number;
    }

    final void become(int newState) {
        state = newState;
    }
}
