package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.lang.foreign.MemorySegment;

/**
 * Who can send: a hive (for threads that want no answer), an outside thread's inbox, and every actor.
 *
 * <p>A notify never blocks. It throws for bugs of the caller only: a null, or an id of another hive.
 */
public sealed interface Sender permits Hive, ExternalInbox, ActorContext {
    /**
     * Sends an object. It travels as it is: what is shared must be immutable or given away.
     *
     * @param tag the sender's own mark, for the receiver to tell messages apart
     */
    NotifyStatus notify(ActorId to, int tag, Object message);

    /** Sends an object with tag 0. */
    default NotifyStatus notify(ActorId to, Object message) {
        return notify(to, 0, message);
    }

    /** Sends a tag and nothing else. */
    default NotifyStatus notifyTag(ActorId to, int tag) {
        return notifyBytes(to, tag, MemorySegment.NULL);
    }

    /** Sends bytes; they are copied. */
    NotifyStatus notifyBytes(ActorId to, int tag, MemorySegment payload);

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
