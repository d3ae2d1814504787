package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.HiveCounters;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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
    @CanIgnoreReturnValue
    TimerId after(Duration delay);

    /** A tick each period; ticks that nobody has read yet become one. */
    @CanIgnoreReturnValue
    TimerId every(Duration period);

    /**
     * Stops a timer.
     *
     * @return false if it will not tick any more in any case; a tick that lies in the mailbox stays there
     */
    @CanIgnoreReturnValue
    boolean cancel(TimerId timer);

    /** Monotonic time in nanoseconds since the hive started. */
    long nowNanos();

    /**
     * Returns a new generator of random numbers for this actor. Under simulated time it is derived from the seed of the run,
     * so that a replay draws the same numbers.
     */
    RandomGenerator newRandom();

    /**
     * Says that what this actor waits for in its plain receives is news of one other actor, so that a wait that cannot end is
     * explained as one. Changes nothing else: any message still ends a receive.
     *
     * @param other null for nobody in particular, as it is at the start
     */
    void expect(@Nullable ActorId other);

    /**
     * Links this actor and another one: whichever ends first, the other receives a message of class
     * {@link MessageClass#EXIT}. To link twice is to link once.
     *
     * <p>If the other one ends at the very moment, its EXIT comes without the exception that it may have ended with.
     */
    LinkStatus link(ActorId other);

    /**
     * Takes a link away; from then on no EXIT of it arrives, but one that lies in the mailbox stays there.
     *
     * @return false if there is none
     */
    @CanIgnoreReturnValue
    boolean unlink(ActorId other);

    /**
     * Has this actor told of another one's end, by a message of class {@link MessageClass#EXIT}. Each monitor is one of its
     * own; one of a {@link ReservedId} fires at the end of each actor that sits there.
     */
    MonitorResult monitor(ActorId target);

    /**
     * Has this actor told when the code of a zombie has ended at last: one whose EXIT was marked
     * {@link ActorExit#stillRunning()}.
     */
    MonitorResult monitorZombie(ActorId zombie);

    /**
     * Takes a monitor away; an EXIT that lies in the mailbox stays there.
     *
     * @return false if there is none of that number, or it has fired
     */
    @CanIgnoreReturnValue
    boolean demonitor(long number);

    /**
     * Gives this actor a name, beside those it has; see {@link Names}.
     *
     * @throws IllegalArgumentException if the name is empty or longer than {@link Names#MAX_LENGTH}
     */
    RegisterStatus register(String name);

    /**
     * Gives up a name of this actor.
     *
     * @return false if it is not this actor's
     */
    @CanIgnoreReturnValue
    boolean unregister(String name);

    /**
     * Has this actor told, by messages of class {@link MessageClass#NAME}, whenever a name appears or goes; and at once if
     * somebody has it. When 16 of them lie unread in the mailbox, the last one is replaced.
     *
     * @return false if it is watched already
     */
    @CanIgnoreReturnValue
    boolean watchName(String name);

    /**
     * Stops watching a name.
     *
     * @return false if it is not watched
     */
    @CanIgnoreReturnValue
    boolean unwatchName(String name);

    /** Opens a seat with a name, for one actor after another; it is closed when this actor ends. */
    ReserveResult reserveId(String name);

    /**
     * Opens a seat for one actor: an id that can be handed on before its actor starts. It ends with that actor.
     *
     * @param title what the id is called in logs; not registered
     */
    ReservedId reserveIdForOne(String title);

    /** Counts, in {@link HiveCounters#restarts()}, that this actor starts a child again; supervisors call it. */
    void countRestart();

    /** Ends this actor. Never returns: it unwinds the actor's stack with an error that must be let pass. */
    void exit(ExitReason reason);

    /**
     * Runs work that may wait outside the runtime, as this actor, while its shard goes on. In
     * {@link FiberMode#OWN_CARRIER} that holds for all code, and this call costs nothing.
     */
    <T, X extends Exception> T blocking(Work<T, X> work) throws X;

    /**
     * Runs work on one of the hive's few platform threads, while this actor waits and its shard goes on. For
     * file I/O, name look-ups and native code, which would hold the shard in any mode.
     */
    <T, X extends Exception> T offload(Work<T, X> work) throws X;
}
