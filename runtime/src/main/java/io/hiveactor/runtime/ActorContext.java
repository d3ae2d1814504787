package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/**
 * What an actor can do. Each actor has its own.
 *
 * <p><b>Threads:</b> owner only, the actor's own code; any other thread gets a {@link WrongThreadException}.
 * Once the actor has exited or was killed, each call throws an {@link Error}, which it must let pass.
 */
public sealed interface ActorContext extends Spawner, Sender permits Actor {
    /** This actor. */
    ActorId self();

    /** Waits for the oldest message. */
    @CanIgnoreReturnValue
    Message receive();

    /**
     * Waits for the oldest message, up to a timeout.
     *
     * @param timeout zero looks once; a negative one is a bug
     */
    Received receive(Duration timeout);

    /** The oldest message, if there is one. */
    default Received tryReceive() {
        return receive(Duration.ZERO);
    }

    /** How many messages wait in the mailbox. */
    int pending();

    /** Waits; messages that come meanwhile stay in the mailbox. */
    void sleep(Duration duration);

    /** Lets every other ready actor of the same priority have a turn. */
    @SuppressWarnings("NamedLikeContextualKeyword") // the name that everybody knows, and always qualified
    void yield();

    /** One tick after a delay. */
    TimerId after(Duration delay);

    /** A tick each period; ticks that nobody has read yet become one. */
    TimerId every(Duration period);

    /**
     * Stops a timer.
     *
     * @return false if it will not tick any more in any case; a tick that lies in the mailbox stays there
     */
    boolean cancel(TimerId timer);

    /** Monotonic time in nanoseconds since the hive started. */
    long nowNanos();

    /** Ends this actor. Never returns: it unwinds the actor's stack with an error that must be let pass. */
    void exit(ExitReason reason);

    /**
     * Runs work that may wait outside the runtime, as this actor, while its shard goes on. In
     * {@link FiberMode#CARRIED} that holds for all code, and this call costs nothing.
     */
    <T, X extends Exception> T blocking(Work<T, X> work) throws X;

    /**
     * Runs work on one of the hive's few platform threads, while this actor waits and its shard goes on. For
     * file I/O, name look-ups and native code, which would hold the shard in any mode.
     */
    <T, X extends Exception> T offload(Work<T, X> work) throws X;
}
