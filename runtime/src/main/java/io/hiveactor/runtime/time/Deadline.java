package io.hiveactor.runtime.time;

import org.jspecify.annotations.Nullable;

/**
 * Something that is to happen at a time. It stands in one {@link DeadlineWheel} at most.
 *
 * <p><b>Threads:</b> owner only: the shard of the wheel.
 */
public abstract class Deadline {
    long atNanos;
    /** The order of scheduling, which decides between equal times. */
    long sequence;
    @Nullable Bucket bucket;
    @Nullable Deadline previous;
    @Nullable Deadline next;

    /** Called when the time has come, after this deadline has left the wheel. */
    protected abstract void expire(long nowNanos);

    public final boolean isScheduled() {
        return bucket != null;
    }

    /** When it is due; meaningful while it is scheduled. */
    public final long atNanos() {
        return atNanos;
    }

    /** All deadlines of one tick of the wheel, which needs one entry for them. */
    static final class Bucket {
        final long tick;
        long timerId;
        long earliestNanos;
        @Nullable Deadline first;

        Bucket(long tick) {
            this.tick = tick;
        }
    }
}
