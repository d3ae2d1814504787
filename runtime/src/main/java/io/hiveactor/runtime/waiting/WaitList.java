package io.hiveactor.runtime.waiting;

import org.jspecify.annotations.Nullable;

/**
 * Waiters in the order in which they are served: the highest priority first, and in FIFO order within a priority. With
 * fairness F, a priority that was skipped F times is served next, so no waiter starves.
 *
 * <p><b>Threads:</b> guarded by a lock of the owner's. No call here allocates, blocks or calls out.
 */
public final class WaitList {
    /*
     * One doubly linked list per priority; a plain FIFO list has just one of them.
     *
     * skipped[p] counts the grants to higher priorities since priority p was last served or had no waiter. Grants to
     * lower priorities do not count: otherwise two low priorities, due in turn, would starve the high ones. Of several
     * priorities that are due the lowest is served first, so none is skipped while it is due.
     *
     * Invariants
     *  - a waiter is QUEUED if and only if it is in one list
     *  - size is the number of waiters in all lists
     *  - with fairness, skipped[p] <= fairness; it is 0 while p has no waiter
     */
    private final @Nullable Waiter[] first;
    private final @Nullable Waiter[] last;
    /** Grants that may skip a waiting lower priority; 0 for any number. */
    private final int fairness;
    private final int[] skipped;
    private int size;
    private long tickets;

    /**
     * @param priorities how many there are; 1 serves all in FIFO order
     * @param fairness number of grants that may skip a waiting lower priority before it gets one; 0 means strict priorities
     */
    public WaitList(int priorities, int fairness) {
        first = new Waiter[priorities];
        last = new Waiter[priorities];
        this.fairness = fairness;
        skipped = new int[priorities];
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

    /** The waiter to be served next. */
    public @Nullable Waiter first() {
        Waiter found = fairness == 0 ? null : firstDue();
        for (int line = 0; found == null && line < first.length; line++) {
            found = first[line];
        }
        return found;
    }

    private @Nullable Waiter firstDue() {
        Waiter due = null;
        for (int line = first.length - 1; due == null && line > 0; line--) {
            due = skipped[line] >= fairness ? first[line] : null;
        }
        return due;
    }

    /** Lets {@link #first()} go with what it waited for. */
    public void grant(Waiter waiter) {
        if (fairness != 0) {
            skipLinesBelow(line(waiter));
        }
        leave(waiter, Waiter.GRANTED);
    }

    private void skipLinesBelow(int line) {
        skipped[line] = 0;
        for (int lower = line + 1; lower < first.length; lower++) {
            if (first[lower] != null) {
                skipped[lower]++;
            }
        }
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
        if (first[line] == null) {
            skipped[line] = 0;
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
