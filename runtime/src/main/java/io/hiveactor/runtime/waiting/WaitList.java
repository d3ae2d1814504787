package io.hiveactor.runtime.waiting;

import org.jspecify.annotations.Nullable;

/**
 * Waiters in the order of their turns: the highest priority first, and first come, first served within one.
 *
 * <p><b>Threads:</b> guarded by a lock of the owner's. No call here allocates, blocks or calls out.
 */
public final class WaitList {
    /*
     * One doubly linked list per priority; a plain FIFO list has just one of them.
     *
     * Invariants
     *  - a waiter is QUEUED if and only if it is in one list
     *  - size is the number of waiters in all lists
     */
    private final @Nullable Waiter[] first;
    private final @Nullable Waiter[] last;
    private int size;
    private long tickets;

    /** @param priorities how many there are; 1 serves all in the order in which they came */
    public WaitList(int priorities) {
        first = new Waiter[priorities];
        last = new Waiter[priorities];
    }

    public int size() {
        return size;
    }

    /** Puts a waiter at the end of its priority. */
    public void add(Waiter waiter) {
        int line = line(waiter);
        Waiter tail = last[line];
        waiter.before = tail;
        waiter.behind = null;
        if (tail == null) {
            first[line] = waiter;
        } else {
            tail.behind = waiter;
        }
        last[line] = waiter;
        waiter.takeTicket(++tickets);
        waiter.become(Waiter.QUEUED);
        size++;
    }

    /** Whose turn it is. */
    public @Nullable Waiter first() {
        Waiter found = null;
        for (int line = 0; found == null && line < first.length; line++) {
            found = first[line];
        }
        return found;
    }

    /** Lets a waiter go with what it waited for. */
    public void grant(Waiter waiter) {
        leave(waiter, Waiter.GRANTED);
    }

    /** Lets a waiter go with nothing. */
    public void close(Waiter waiter) {
        leave(waiter, Waiter.CLOSED);
    }

    /** Takes a waiter out that gives up. */
    public void remove(Waiter waiter) {
        leave(waiter, Waiter.OUT);
    }

    private void leave(Waiter waiter, int state) {
        int line = line(waiter);
        Waiter before = waiter.before;
        Waiter behind = waiter.behind;
        if (before == null) {
            first[line] = behind;
        } else {
            before.behind = behind;
        }
        if (behind == null) {
            last[line] = before;
        } else {
            behind.before = before;
        }
        waiter.before = null;
        waiter.behind = null;
        size--;
        waiter.become(state);
    }

    private int line(Waiter waiter) {
        return Math.min(waiter.priority, first.length - 1);
    }
}
