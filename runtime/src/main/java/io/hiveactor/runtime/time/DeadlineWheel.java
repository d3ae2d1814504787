package io.hiveactor.runtime.time;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one shard, in a hierarchical timing wheel. Scheduling and cancelling a deadline take constant time,
 * expiring one takes amortised constant time, however many are scheduled, and none of them allocates. A single
 * {@link #poll} may move all deadlines of a span down at once: those of the same hour, for instance, an hour ahead.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class DeadlineWheel {
    /*
     * Eleven levels of 64 slots; a slot is a list of deadlines. Read a time as a number of eleven digits to the base
     * 64: a deadline stands on the level of the highest digit in which it differs from `elapsedNanos`, in the slot
     * that this digit names. So level 0 holds the deadlines of the current 64 ns, one slot for each nanosecond; level
     * 1 the rest of the current 4,096 ns, 64 ns in each slot; and so on. One bit per slot says which slots hold
     * something, so the first occupied slot is found without a walk.
     *
     * To poll is to move `elapsedNanos` to the earliest deadline of the first occupied slot, as long as that is due.
     * What that slot holds then differs from `elapsedNanos` in a lower digit only, and moves down (level 0: is due).
     * A deadline thus moves at most ten times before it expires, however many others there are. The other slots stay
     * where they are, because `elapsedNanos` has entered none of them.
     *
     * Invariants
     *  - elapsedNanos <= the time of each scheduled deadline, but for those that were overdue when they were scheduled;
     *    they stand in the slot of elapsedNanos, before those of that very time
     *  - a slot of level 0 is in order of time; other slots are in order of scheduling, and so are deadlines of one
     *    time, because they move down together, and before a later one can be put below them
     *  - earliest[slot] is not after any deadline of an occupied slot; it may be too early (after a cancel), never late
     *  - the same holds for nextNanos and all deadlines
     *  - a deadline that is due and has not expired yet is in the list DUE, so that an earlier one's expiry can still
     *    cancel or move it
     */
    private static final int DIGIT_BITS = 6;
    private static final int SLOTS_PER_LEVEL = 1 << DIGIT_BITS;
    private static final int LEVELS = 11; // of 6 bits: all times there are
    private static final int DUE = LEVELS * SLOTS_PER_LEVEL;
    /** So that a choice among very many deadlines does not take very long. */
    private static final int MOST_CHOICES = 64;

    private final @Nullable Deadline[] first = new Deadline[DUE + 1];
    private final @Nullable Deadline[] last = new Deadline[DUE + 1];
    private final long[] earliest = new long[DUE + 1];
    /** Of each level, the slots that hold something: bit i for slot i. */
    private final long[] occupied = new long[LEVELS];
    /** The levels that hold something: bit i for level i. */
    private int occupiedLevels;

    private final @Nullable IntUnaryOperator choice;
    private long elapsedNanos;
    private long nextNanos = Clock.NEVER;
    private int size;
    private long steps;

    /** A wheel whose deadlines of one time expire in the order in which they were scheduled. */
    public DeadlineWheel() {
        this(null);
    }

    /** @param choice chooses which of so many deadlines of one time expires next, from 0; null for the order of scheduling */
    public DeadlineWheel(@Nullable IntUnaryOperator choice) {
        this.choice = choice;
    }

    /** How many deadlines are scheduled. */
    public int size() {
        return size;
    }

    /** Nothing is due before this time; {@link Clock#NEVER} when nothing is scheduled. */
    public long nextNanos() {
        return nextNanos;
    }

    /** How often a deadline was put into a list or passed there, since the wheel was made: the work it has done. */
    long steps() {
        return steps;
    }

    /** Schedules a deadline, or moves it if it is scheduled already. */
    public void schedule(Deadline deadline, long atNanos) {
        cancel(deadline);
        deadline.atNanos = atNanos;
        size++;
        place(deadline);
        nextNanos = Math.min(nextNanos, atNanos);
    }

    /** Takes a deadline out; nothing happens if it is not scheduled. */
    public void cancel(Deadline deadline) {
        if (deadline.slot == Deadline.NOT_SCHEDULED) {
            return;
        }
        size--;
        unlink(deadline);
        if (size == 0) {
            nextNanos = Clock.NEVER;
        }
    }

    /**
     * Lets everything expire that is due, in order of time and, at one time, of scheduling. What an expiry schedules
     * waits for the next call, even if it is due at once.
     *
     * @param nowNanos not before that of an earlier call
     * @return how many expired
     */
    @CanIgnoreReturnValue
    public int poll(long nowNanos) {
        if (nowNanos < nextNanos) {
            return 0;
        }
        collect(nowNanos);
        int expired = 0;
        for (Deadline deadline = nextDue(); deadline != null; deadline = nextDue()) {
            size--;
            unlink(deadline);
            expired++;
            deadline.expire(nowNanos);
        }
        int slot = firstOccupied();
        nextNanos = slot == DUE ? Clock.NEVER : earliest[slot];
        return expired;
    }

    /** The one to expire next, of those that are due; they are in order of time and, at one time, of scheduling. */
    private @Nullable Deadline nextDue() {
        Deadline oldest = first[DUE];
        return oldest == null || choice == null ? oldest : choose(oldest, choice);
    }

    /** One of the deadlines that are due at the same time as the first; those of one owner keep their order. */
    private static Deadline choose(Deadline oldest, IntUnaryOperator choice) {
        int count = 0;
        for (Deadline each = oldest;
                each != null && each.atNanos == oldest.atNanos && count < MOST_CHOICES;
                each = each.next) {
            count++;
        }
        Deadline chosen = oldest;
        for (int left = choice.applyAsInt(count); left > 0 && chosen.next != null; left--) {
            chosen = chosen.next;
        }
        Deadline firstOfOwner = oldest;
        while (firstOfOwner.next != null && firstOfOwner.owner() != chosen.owner()) {
            firstOfOwner = firstOfOwner.next;
        }
        return firstOfOwner;
    }

    /** Moves what is due to the list of due deadlines. */
    private void collect(long nowNanos) {
        for (int slot = firstOccupied(); slot != DUE && earliest[slot] <= nowNanos; slot = firstOccupied()) {
            elapsedNanos = Math.max(elapsedNanos, earliest[slot]);
            boolean isDue = slot < SLOTS_PER_LEVEL;
            Deadline deadline = first[slot];
            empty(slot);
            while (deadline != null) {
                Deadline behind = deadline.next;
                if (isDue) {
                    link(deadline, DUE, last[DUE]);
                } else {
                    place(deadline);
                }
                deadline = behind;
            }
        }
    }

    /** The slot with the earliest deadlines; DUE if all are empty. */
    private int firstOccupied() {
        if (occupiedLevels == 0) {
            return DUE;
        }
        int level = Integer.numberOfTrailingZeros(occupiedLevels);
        return level * SLOTS_PER_LEVEL + Long.numberOfTrailingZeros(occupied[level]);
    }

    /** Puts a deadline where it belongs by now. */
    private void place(Deadline deadline) {
        long at = Math.max(deadline.atNanos, elapsedNanos);
        int highestBit = Long.SIZE - 1 - Long.numberOfLeadingZeros((at ^ elapsedNanos) | 1);
        int level = highestBit / DIGIT_BITS;
        int digit = (int) (at >>> (level * DIGIT_BITS)) & (SLOTS_PER_LEVEL - 1);
        int slot = level * SLOTS_PER_LEVEL + digit;
        Deadline before = last[slot];
        if (before == null) {
            occupied[level] |= 1L << digit;
            occupiedLevels |= 1 << level;
            earliest[slot] = deadline.atNanos;
        } else {
            earliest[slot] = Math.min(earliest[slot], deadline.atNanos);
            while (level == 0 && before != null && before.atNanos > deadline.atNanos) { // this one is overdue
                before = before.previous;
                steps++;
            }
        }
        link(deadline, slot, before);
    }

    /** Puts a deadline into a list, behind another one or, if that is null, as the first. */
    private void link(Deadline deadline, int slot, @Nullable Deadline before) {
        Deadline behind = before == null ? first[slot] : before.next;
        deadline.slot = slot;
        deadline.previous = before;
        deadline.next = behind;
        if (before == null) {
            first[slot] = deadline;
        } else {
            before.next = deadline;
        }
        if (behind == null) {
            last[slot] = deadline;
        } else {
            behind.previous = deadline;
        }
        steps++;
    }

    private void unlink(Deadline deadline) {
        int slot = deadline.slot;
        Deadline before = deadline.previous;
        Deadline behind = deadline.next;
        if (before == null) {
            first[slot] = behind;
        } else {
            before.next = behind;
        }
        if (behind == null) {
            last[slot] = before;
        } else {
            behind.previous = before;
        }
        deadline.slot = Deadline.NOT_SCHEDULED;
        deadline.previous = null;
        deadline.next = null;
        if (first[slot] == null && slot != DUE) {
            empty(slot);
        }
    }

    private void empty(int slot) {
        first[slot] = null;
        last[slot] = null;
        int level = slot / SLOTS_PER_LEVEL;
        occupied[level] &= ~(1L << slot); // by the low six bits, which are the digit
        if (occupied[level] == 0) {
            occupiedLevels &= ~(1 << level);
        }
    }
}
