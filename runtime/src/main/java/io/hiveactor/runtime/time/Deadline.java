package io.hiveactor.runtime.time;

import org.jspecify.annotations.Nullable;

/**
 * Something that is to happen at a time. It stands in one {@link DeadlineWheel} at most.
 *
 * <p><b>Threads:</b> owner only: the shard of the wheel.
 */
public abstract class Deadline {
    static final int NOT_SCHEDULED = -1;

    long atNanos;
    /** The list of the wheel that holds this deadline. Written by the wheel only. */
    int slot = NOT_SCHEDULED;

    @Nullable Deadline previous;
    @Nullable Deadline next;

    /** Called when the time has come, after this deadline has left the wheel. */
    protected abstract void expire(long nowNanos);

    /** Deadlines of one owner and one time always expire in the order in which they were scheduled. */
    protected Object owner() {
        return this;
    }

    public final boolean isScheduled() {
        return slot != NOT_SCHEDULED;
    }

    /** When it is due; meaningful while it is scheduled. */
    public final long atNanos() {
        return atNanos;
    }
}
