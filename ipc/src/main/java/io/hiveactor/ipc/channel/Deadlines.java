package io.hiveactor.ipc.channel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a table that have a deadline, and when to look for ended threads. Waiters that are due at once are
 * given in the order of blocking.
 */
final class Deadlines {
    /*
     * A binary heap by deadline, so that a table in which many wait finds those that are due without a walk over all.
     * A waiter knows its index, so it leaves the heap without a search.
     *
     * The alarm is set for the earliest deadline that there has been since it last rang. It may ring early, after that
     * waiter has left, and never late. Leaving it so spares most waits the alarm altogether.
     */
    private static final Comparator<Waiter> BY_BLOCKING = new Comparator<>() { // no lambda: see Rehearsal
        @Override
        public int compare(Waiter one, Waiter other) {
            return Long.compare(one.blocked, other.blocked);
        }
    };

    private final @Nullable LongConsumer alarm;
    private @Nullable Waiter[] heap = new Waiter[16];
    private int size;
    private long blockings;
    private long alarmNanos = Waiter.NEVER;
    private long lookNanos = Waiter.NEVER; // when to look for ended threads

    /** @param alarm called with the time at which to look for due waiters; null if the caller knows when to look */
    Deadlines(@Nullable LongConsumer alarm) {
        this.alarm = alarm;
    }

    void add(Waiter waiter) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        waiter.blocked = ++blockings;
        size++;
        rise(waiter, size - 1);
        setAlarm();
    }

    /** Puts one back that was due, if it still waits. The alarm is not set. */
    void putBack(Waiter waiter) {
        if (waiter.isWaiting()) {
            size++; // there is room, as it was here before
            rise(waiter, size - 1);
        }
    }

    /** Nothing happens if it is not there. */
    void remove(Waiter waiter) {
        int index = waiter.heapIndex;
        if (index < 0) {
            return;
        }
        waiter.heapIndex = Waiter.NO_INDEX;
        size--;
        Waiter last = heap[size];
        heap[size] = null;
        if (last != null && last != waiter) {
            sink(last, index);
            rise(last, last.heapIndex);
        }
    }

    private void rise(Waiter waiter, int from) {
        int index = from;
        while (index > 0) {
            Waiter parent = heap[(index - 1) / 2];
            if (parent == null || parent.deadlineNanos() <= waiter.deadlineNanos()) {
                break;
            }
            put(parent, index);
            index = (index - 1) / 2;
        }
        put(waiter, index);
    }

    private void sink(Waiter waiter, int from) {
        int index = from;
        Waiter child = earlierChild(index);
        while (child != null && child.deadlineNanos() < waiter.deadlineNanos()) {
            int below = child.heapIndex;
            put(child, index);
            index = below;
            child = earlierChild(index);
        }
        put(waiter, index);
    }

    private @Nullable Waiter earlierChild(int index) {
        int left = 2 * index + 1;
        if (left >= size) {
            return null;
        }
        Waiter one = heap[left];
        Waiter other = left + 1 < size ? heap[left + 1] : null;
        return one == null || other == null || one.deadlineNanos() <= other.deadlineNanos() ? one : other;
    }

    private void put(Waiter waiter, int index) {
        heap[index] = waiter;
        waiter.heapIndex = index;
    }

    /** The earliest deadline, or when to look for ended threads; {@link Waiter#NEVER} if there is neither. */
    long nextNanos() {
        Waiter first = heap[0];
        return first == null ? lookNanos : Math.min(lookNanos, first.deadlineNanos());
    }

    boolean hasLook() {
        return lookNanos != Waiter.NEVER;
    }

    void setLook(long atNanos) {
        lookNanos = atNanos;
        setAlarm();
    }

    /** Whether it is time to look for ended threads; then that time is cleared. */
    boolean takeLook(long nowNanos) {
        boolean isDue = lookNanos <= nowNanos;
        lookNanos = isDue ? Waiter.NEVER : lookNanos;
        return isDue;
    }

    /** Takes out those that are due, in the order in which they blocked. */
    Waiter[] takeDue(long nowNanos) {
        Waiter[] due = new Waiter[0];
        int count = 0;
        for (Waiter first = heap[0]; first != null && first.deadlineNanos() <= nowNanos; first = heap[0]) {
            if (count == due.length) {
                due = Arrays.copyOf(due, Math.max(4, count * 2));
            }
            remove(first);
            due[count++] = first;
        }
        Waiter[] inOrder = Arrays.copyOf(due, count);
        Arrays.sort(inOrder, BY_BLOCKING);
        return inOrder;
    }

    /** The alarm has rung. */
    void resetAlarm() {
        alarmNanos = Waiter.NEVER;
        setAlarm();
    }

    private void setAlarm() {
        long nextNanos = nextNanos();
        if (alarm != null && nextNanos < alarmNanos) {
            alarmNanos = nextNanos;
            alarm.accept(nextNanos);
        }
    }
}
