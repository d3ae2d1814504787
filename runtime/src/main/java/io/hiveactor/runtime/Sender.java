package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * Who can send: a hive (for threads that want no answer), an outside thread's inbox, and every actor.
 *
 * <p>A notify never blocks. It throws for bugs of the caller only: a null, or an id of another hive.
 */
public sealed interface Sender permits Hive, ExternalInbox, ActorContext {
    /**
     * Sends data with a tag. Bytes ({@code byte[]}, {@code ByteBuffer}, {@code MemorySegment}) are copied into the message;
     * any other object travels by reference and must be immutable or no longer used by the sender.
     *
     * @param tag chosen by the sender, for the receiver to tell messages apart
     */
    NotifyStatus notify(ActorId to, int tag, Object data);

    /** Sends data with tag 0; see {@link #notify(ActorId, int, Object)}. */
    default NotifyStatus notify(ActorId to, Object data) {
        return notify(to, 0, data);
    }

    /** Sends a tag without data. */
    NotifyStatus notifyTag(ActorId to, int tag);

    /**
     * Ends an actor with {@link ExitReason#KILLED}. One that is queued, or in a wait of the runtime's, dies at
     * once. One that waits in other code is interrupted, and given up after {@link HiveConfig#killGrace()}.
     *
     * @return false if it was dead already
     */
    @CanIgnoreReturnValue
    boolean kill(ActorId target);

    /** Whether an actor is alive. By the time the caller looks it may not be. */
    boolean isAlive(ActorId actor);
}
