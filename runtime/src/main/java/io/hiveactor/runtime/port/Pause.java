package io.hiveactor.runtime.port;

import org.jspecify.annotations.Nullable;

/**
 * The wait of an actor for something that a sister module serves. An actor has one, used again for each wait.
 *
 * <p>{@link #begin()}, then the wait, which is ended once by whoever serves it; and after a wait that ended otherwise,
 * the actor sees to it that it will not be ended any more, before it begins another one.
 */
public interface Pause {
    /** Makes it new. By the actor's own code. */
    void begin();

    /**
     * Waits. By the actor's own code.
     *
     * @return false if the deadline came first; or, of a wait without one, if the hive gave it up as a deadlock
     */
    boolean await(long deadlineNanos);

    /**
     * Waits, and has a shard do something as soon as the actor is set aside: if it cannot be, nothing happens.
     *
     * @return as {@link #await}
     */
    boolean await(int shard, ShardTask task, long deadlineNanos);

    /** What the actor waits for, once that is certain; null while it is not, or not any more. By who serves it. */
    void heldBy(@Nullable Explained what);

    /** Ends the wait. By the actor's shard. */
    void endHere();

    /** Ends the wait. By another shard. */
    void endThere();
}
