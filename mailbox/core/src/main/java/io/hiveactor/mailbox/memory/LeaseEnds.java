package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.MailboxClock;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * When which message is to be seen again, the earliest first.
 *
 * <p><b>Threads:</b> guarded by the mailbox's lock.
 */
final class LeaseEnds<T extends @Nullable Object, R extends @Nullable Object> {
    /*
     * A heap from which nothing is taken out of the middle. What counts no more stays until it comes to the top, or until
     * those are more than half: then all of them leave at once. Most leases are as long as those before and are settled in
     * time, so that each is put at the end and leaves in such a sweep: the cost does not grow with how many there are.
     */
    private static final int FEWEST_SWEPT = 64;

    private final PriorityQueue<LeaseEnd<T, R>> heap = new PriorityQueue<>();
    private int count;

    /** How many count. */
    int count() {
        return count;
    }

    /** How many it has memory for, those that count no more among them. */
    int kept() {
        return heap.size();
    }

    void add(Entry<T, R> entry, long atNanos, long order) {
        var end = new LeaseEnd<>(atNanos, order, entry);
        entry.leaseEnd = end;
        heap.add(end);
        count++;
    }

    /** Nothing is to happen to an entry any more. */
    void remove(Entry<T, R> entry) {
        LeaseEnd<T, R> end = entry.leaseEnd;
        if (end != null) {
            end.entry = null;
            entry.leaseEnd = null;
            count--;
            if (heap.size() > 2 * count + FEWEST_SWEPT) {
                heap.removeIf(each -> each.entry == null);
            }
        }
    }

    /** When the first one is; {@link MailboxClock#NEVER} if there is none. */
    long nextNanos() {
        LeaseEnd<T, R> first = first();
        return first == null ? MailboxClock.NEVER : first.atNanos;
    }

    /** Takes the first one whose time has come; null if there is none. */
    @Nullable Entry<T, R> take(long nowNanos) {
        LeaseEnd<T, R> first = first();
        if (first == null || first.atNanos > nowNanos) {
            return null;
        }
        heap.remove();
        Entry<T, R> entry = first.entry;
        if (entry != null) {
            entry.leaseEnd = null;
            count--;
        }
        return entry;
    }

    private @Nullable LeaseEnd<T, R> first() {
        LeaseEnd<T, R> first = heap.peek();
        while (first != null && first.entry == null) {
            heap.remove();
            first = heap.peek();
        }
        return first;
    }
}
