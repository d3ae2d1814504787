package io.hiveactor.runtime.time;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one shard, on Agrona's timer wheel.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class DeadlineWheel {
    /*
     * Agrona's wheel gives every spoke as much room as the fullest one, so a hundred thousand deadlines in
     * one millisecond would cost gigabytes. Here all deadlines of one tick share one entry of the wheel, a
     * Bucket, which is a list of them.
     *
     * Invariants
     *  - a bucket is in `buckets` under its tick, and in the wheel at its earliest deadline
     *  - no bucket is empty
     *  - nothing is due before nextNanos; it may be early (after a cancel), never late
     *  - a deadline that was collected and has not expired yet has the bucket DUE, so that an earlier one's
     *    expiry can still cancel or move it
     *
     * The wheel cannot say when its next entry is due, so nextNanos is computed anew, over one entry a tick,
     * when it has passed. Knowing it, an idle shard sleeps until then, a busy one pays one comparison a
     * turn, and simulated time jumps over the empty ticks.
     */
    private static final int TICK_BITS = 20; // 1,048,576 ns
    private static final int TICKS_PER_WHEEL = 512;
    private static final int ENTRIES_PER_TICK = 2;
    private static final Comparator<Deadline> IN_ORDER =
            Comparator.<Deadline>comparingLong(deadline -> deadline.atNanos)
                    .thenComparingLong(deadline -> deadline.sequence);

    private static final Deadline.Bucket DUE = new Deadline.Bucket(-1);

    private final DeadlineTimerWheel wheel = new DeadlineTimerWheel(
            TimeUnit.NANOSECONDS, 0, 1L << TICK_BITS, TICKS_PER_WHEEL, ENTRIES_PER_TICK);
    private final Long2ObjectHashMap<Deadline.Bucket> buckets = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Deadline.Bucket> byTimer = new Long2ObjectHashMap<>();
    private long nextNanos = Clock.NEVER;
    private long sequences;
    private int size;
    private final DeadlineTimerWheel.TimerHandler collector = (unit, now, timerId) -> collect(timerId);

    private @Nullable Deadline[] due = new Deadline[16];
    private int dueCount;

    /** How many deadlines are scheduled. */
    public int size() {
        return size;
    }

    /** Nothing is due before this time; {@link Clock#NEVER} when nothing is scheduled. */
    public long nextNanos() {
        return nextNanos;
    }

    /** Schedules a deadline, or moves it if it is scheduled already. */
    public void schedule(Deadline deadline, long atNanos) {
        cancel(deadline);
        deadline.atNanos = atNanos;
        deadline.sequence = sequences++;
        size++;
        add(deadline);
        nextNanos = Math.min(nextNanos, atNanos);
    }

    /** Takes a deadline out; nothing happens if it is not scheduled. */
    public void cancel(Deadline deadline) {
        Deadline.Bucket bucket = deadline.bucket;
        if (bucket == null) {
            return;
        }
        size--;
        if (bucket == DUE) {
            deadline.bucket = null;
            return;
        }
        Deadline before = deadline.previous;
        Deadline behind = deadline.next;
        if (before == null) {
            bucket.first = behind;
        } else {
            before.next = behind;
        }
        if (behind != null) {
            behind.previous = before;
        }
        detach(deadline, null);
        if (bucket.first == null) {
            disarm(bucket);
            buckets.remove(bucket.tick);
        }
        if (size == 0) {
            nextNanos = Clock.NEVER;
        }
    }

    /**
     * Lets everything expire that is due, in order of time and, at one time, of scheduling.
     *
     * @return how many expired
     */
    @CanIgnoreReturnValue
    public int poll(long nowNanos) {
        if (nowNanos < nextNanos) {
            return 0;
        }
        // no entry lies before nextNanos, so the wheel need not walk the ticks up to there
        wheel.currentTickTime(nextNanos);
        long tickEnd;
        do { // one call looks at one tick, and goes to the next if that one is over
            tickEnd = wheel.currentTickTime();
            wheel.poll(nowNanos, collector, Integer.MAX_VALUE);
        } while (nowNanos >= tickEnd && wheel.timerCount() > 0);
        nextNanos = earliest();
        return expireCollected(nowNanos);
    }

    private void add(Deadline deadline) {
        long tick = deadline.atNanos >> TICK_BITS;
        Deadline.Bucket bucket = buckets.get(tick);
        if (bucket == null) {
            bucket = new Deadline.Bucket(tick);
            buckets.put(tick, bucket);
            arm(bucket, deadline.atNanos);
        } else if (deadline.atNanos < bucket.earliestNanos) {
            disarm(bucket);
            arm(bucket, deadline.atNanos);
        }
        Deadline first = bucket.first;
        deadline.bucket = bucket;
        deadline.next = first;
        if (first != null) {
            first.previous = deadline;
        }
        bucket.first = deadline;
    }

    private void arm(Deadline.Bucket bucket, long atNanos) {
        bucket.earliestNanos = atNanos;
        bucket.timerId = wheel.scheduleTimer(atNanos);
        byTimer.put(bucket.timerId, bucket);
    }

    private void disarm(Deadline.Bucket bucket) {
        wheel.cancelTimer(bucket.timerId);
        byTimer.remove(bucket.timerId);
    }

    private static void detach(Deadline deadline, Deadline.@Nullable Bucket bucket) {
        deadline.bucket = bucket;
        deadline.previous = null;
        deadline.next = null;
    }

    /** Empties a bucket of which at least one deadline is due. */
    private boolean collect(long timerId) {
        Deadline.Bucket bucket = byTimer.remove(timerId);
        if (bucket == null) {
            throw new IllegalStateException("the wheel fired an unknown timer: " + timerId);
        }
        buckets.remove(bucket.tick);
        Deadline deadline = bucket.first;
        while (deadline != null) {
            Deadline behind = deadline.next;
            detach(deadline, DUE);
            if (dueCount == due.length) {
                due = Arrays.copyOf(due, dueCount * 2);
            }
            due[dueCount++] = deadline;
            deadline = behind;
        }
        return true;
    }

    /** Expires what is due and puts the rest of the emptied buckets back. */
    private int expireCollected(long nowNanos) {
        if (dueCount > 1) {
            Arrays.sort(due, 0, dueCount, IN_ORDER);
        }
        int expired = 0;
        int count = dueCount;
        dueCount = 0;
        for (int i = 0; i < count; i++) {
            Deadline deadline = due[i];
            due[i] = null;
            if (deadline == null || deadline.bucket != DUE) {
                continue;
            }
            deadline.bucket = null;
            if (deadline.atNanos <= nowNanos) {
                size--;
                expired++;
                deadline.expire(nowNanos);
            } else {
                add(deadline);
                nextNanos = Math.min(nextNanos, deadline.atNanos);
            }
        }
        return expired;
    }

    private long earliest() {
        long[] earliest = {Clock.NEVER};
        wheel.forEach((deadline, timerId) -> earliest[0] = Math.min(earliest[0], deadline));
        return earliest[0];
    }
}
