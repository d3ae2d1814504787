package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.time.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * A deadline as an actor sets it: wanted at once, and brought into the wheel by the shard at the base of its
 * stack. What is no longer wanted by then costs nothing.
 *
 * <p><b>Threads:</b> owner only.
 */
abstract class ShardDeadline extends Deadline {
    /** When it is wanted; {@link Clock#NEVER} if it is not. */
    long wantedNanos = Clock.NEVER;
    /** Whether it stands in the shard's list of deadlines to be looked at. */
    boolean isPending;

    @Nullable ShardDeadline nextPending;

    /** Whether it still matters. */
    boolean isWanted() {
        return wantedNanos != Clock.NEVER;
    }

    /** The wanted time has come. */
    abstract void due(long nowNanos);

    @Override
    protected final void expire(long nowNanos) {
        due(nowNanos);
    }
}
