package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.MailboxClock;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * When which message is to be seen again, the earliest first.
 *
 * <p><b>Threads:</b> guarded by the mailbox's lock.
 */
final class LeaseEnds<T extends @Nullable Object, R extends @Nullable Object> {
    /*
     * Most leases are as long as those before, and so end after them: they stand in a row. What would end before the last of
     * the row is in a heap. Nothing is taken out of the middle: what counts no more stays until it comes to the front, or
     * until such ones are more than half, and then all of them leave at once. So the cost does not grow with how many there
     * are, and in the row nothing is touched but the one that is added, and the first.
     */
    private static final int FEWEST_SWEPT = 64;

    private final ArrayDeque<LeaseEnd<T, R>> row = new ArrayDeque<>();
    private final PriorityQueue<LeaseEnd<T, R>> heap = new PriorityQueue<>();
    private long lastNanos;
    private long lastOrder;
    private int count;

    /** How many count. */
    int count() {
        return count;
    }

    /** How many it has memory for, those that count no more among them. */
    int kept() {
        return row.size() + heap.size();
    }

    void add(LeaseEnd<T, R> end) {
        boolean isLast = end.atNanos > lastNanos || (end.atNanos == lastNanos && end.order > lastOrder);
        if (isLast || row.isEmpty()) {
            row.add(end);
            lastNanos = end.atNanos;
            lastOrder = end.order;
        } else {
            heap.add(end);
        }
        count++;
    }

    /** Nothing is to happen at that time any more. */
    void remove(LeaseEnd<T, R> end) {
        if (end.entry == null) {
            return;
        }
        end.entry = null;
        count--;
        if (kept() > 2 * count + FEWEST_SWEPT) {
            row.removeIf(each -> each.entry == null);
            heap.removeIf(each -> each.entry == null);
        }
    }

    /** When the first one is; {@link MailboxClock#NEVER} if there is none. */
    long nextNanos() {
        LeaseEnd<T, R> first = first();
        return first == null ? MailboxClock.NEVER : first.atNanos;
    }

    /** Takes the first one whose time has come; null if there is none. */
    @Nullable LeaseEnd<T, R> take(long nowNanos) {
        LeaseEnd<T, R> first = first();
        if (first == null || first.atNanos > nowNanos) {
            return null;
        }
        if (first == row.peek()) {
            row.remove();
        } else {
            heap.remove();
        }
        count--;
        return first;
    }

    private @Nullable LeaseEnd<T, R> first() {
        LeaseEnd<T, R> ofRow = row.peek();
        while (ofRow != null && ofRow.entry == null) {
            row.remove();
            ofRow = row.peek();
        }
        LeaseEnd<T, R> ofHeap = heap.peek();
        while (ofHeap != null && ofHeap.entry == null) {
            heap.remove();
            ofHeap = heap.peek();
        }
        if (ofRow == null || ofHeap == null) {
            return ofRow == null ? ofHeap : ofRow;
        }
        return ofRow.compareTo(ofHeap) < 0 ? ofRow : ofHeap;
    }
}
