package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * Sends messages: a hive, for threads that want no answer, the inbox of an external thread, or the context of an actor.
 *
 * <p>A notify never waits. It throws only for a bug of the caller: a null, or an id of another hive.
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
     * Ends an actor with {@link ExitReason#KILLED}. An actor that is queued, or waits in a call of its context, ends at
     * once. One that waits in other code is interrupted, and counts as dead after {@link HiveConfig#killGrace()}.
     *
     * @return false if it had ended already
     */
    @CanIgnoreReturnValue
    boolean kill(ActorId target);

    /** Whether an actor is alive; it may have ended by the time the caller looks at the result. */
    boolean isAlive(ActorId actor);
}
