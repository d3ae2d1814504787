package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.HiveCounters;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one actor.
 *
 * <pre>{@code
 * SendStatus sent = self.send(worker, WORK, bytes, ofMillis(100));        // waits up to 100 ms for room
 * switch (self.request(store, GET, key, ofMillis(50))) {
 *     case Reply<Message> reply -> use(reply.value());
 *     case NoReply<Message> none -> log(none.reason());
 * }
 * }</pre>
 *
 * <p><b>Waiting:</b> without a timeout a call waits as long as it takes; {@code try…} and {@code notify} never wait. Only
 * this actor waits, its shard runs other actors meanwhile.
 *
 * <p><b>Data</b> are bytes ({@code byte[]}, {@code ByteBuffer}, {@code MemorySegment}), which are copied into the message, or
 * any other object, which travels by reference and must be immutable or no longer used by the sender.
 *
 * <p><b>Threads:</b> owner only, the actor's own code; any other thread gets a {@link WrongThreadException}. Once the actor
 * has exited or was killed, each call throws an {@link Error} that must not be caught.
 */
public sealed interface ActorContext extends Spawner, Sender permits ActorCalls {
    /** This actor's id. */
    ActorId self();

    /** The hive this actor lives in. */
    Hive hive();

    // ---- sending ----

    /** Sends to the actor that has a name now, or returns NOT_FOUND; see {@link #notify(ActorId, int, Object)}. */
    NotifyStatus notify(String name, int tag, Object data);

    /** Sends and waits for room as long as it takes; see {@link #send(ActorId, int, Object, Duration)}. */
    SendStatus send(ActorId to, int tag, Object data);

    /**
     * Sends, and waits its turn while there is no room: in the message pool, or in the target's mailbox if that has a limit.
     *
     * <p>Two actors that send to each other while there is no room wait for each other, so think through who waits for whom
     * before you send without a timeout. {@link #reply} never waits. A message that may be lost is better sent with
     * {@code notify}.
     *
     * @param timeout zero tries once
     */
    SendStatus send(ActorId to, int tag, Object data, Duration timeout);

    /** Sends to the actor that has a name now, or returns NOT_FOUND; see {@link #send(ActorId, int, Object)}. */
    SendStatus send(String name, int tag, Object data);

    /** Sends to the actor that has a name now, or returns NOT_FOUND; see {@link #send(ActorId, int, Object, Duration)}. */
    SendStatus send(String name, int tag, Object data, Duration timeout);

    // ---- receiving ----

    /** Waits for the oldest message. */
    @CanIgnoreReturnValue
    Message receive();

    /**
     * Waits for the oldest message, up to a timeout.
     *
     * @param timeout zero looks once
     */
    Received receive(Duration timeout);

    /** Returns the oldest message, if there is one. */
    default Received tryReceive() {
        return receive(Duration.ZERO);
    }

    /** Waits for the oldest message that a filter matches; the others stay in the mailbox, in their order. */
    Matched receive(MessageFilter filter);

    /** Waits for the oldest message that a filter matches, up to a timeout; see {@link #receive(MessageFilter)}. */
    Matched receive(MessageFilter filter, Duration timeout);

    /** Returns the oldest message that a filter matches, if there is one; see {@link #receive(MessageFilter)}. */
    Matched tryReceive(MessageFilter filter);

    /** Number of messages in the mailbox. */
    int pending();

    /**
     * Waits until one of several sources is ready, and takes what it has: of several that are ready, from the first in the
     * order given.
     */
    SelectResult select(Source... sources);

    /** Waits until one of several sources is ready, up to a timeout; see {@link #select(Source...)}. */
    SelectResult select(Duration timeout, Source... sources);

    /** Takes from the first source that is ready, if there is one; see {@link #select(Source...)}. */
    SelectResult trySelect(Source... sources);

    // ---- requests and replies ----

    /** Sends a request and waits for the reply as long as it takes; see {@link #request(ActorId, int, Object, Duration)}. */
    RequestResult<Message> request(ActorId to, int tag, Object data);

    /**
     * Sends a request and waits for the reply; other messages stay in the mailbox. A request takes two slots of the pool:
     * its own, and one for the reply.
     *
     * @param timeout covers the wait for room and the wait for the reply; zero is a bug
     */
    RequestResult<Message> request(ActorId to, int tag, Object data, Duration timeout);

    /** Asks the actor that has a name now; see {@link #request(ActorId, int, Object)}. */
    RequestResult<Message> request(String name, int tag, Object data);

    /** Asks the actor that has a name now; see {@link #request(ActorId, int, Object, Duration)}. */
    RequestResult<Message> request(String name, int tag, Object data, Duration timeout);

    /** Sends a request whose reply may take as long as it takes; see {@link #startRequest(ActorId, int, Object, Duration)}. */
    StartRequestResult<Message> startRequest(ActorId to, int tag, Object data);

    /**
     * Sends a request and returns without waiting for the reply, so that an actor can have several requests open. It waits
     * for room to send.
     *
     * @return a {@link PendingReply} to wait for or to select on; or the reason nothing was sent
     */
    StartRequestResult<Message> startRequest(ActorId to, int tag, Object data, Duration timeout);

    /** Asks the actor that has a name now; see {@link #startRequest(ActorId, int, Object, Duration)}. */
    StartRequestResult<Message> startRequest(String name, int tag, Object data, Duration timeout);

    /**
     * Answers the request that this actor received last. Never waits, because a request brings the slot for its reply.
     *
     * @param request the message as it was received
     * @throws IllegalStateException if it was answered already
     * @throws IllegalArgumentException if it is not a request, or not the message received last
     */
    @CanIgnoreReturnValue
    ReplyStatus reply(Message request, Object data);

    /** Answers the request received last without data; see {@link #reply(Message, Object)}. */
    @CanIgnoreReturnValue
    ReplyStatus reply(Message request);

    /** Keeps the right to answer the request received last, to be used after other messages were received. */
    DeferredReply<Object> deferReply(Message request);

    /**
     * Forwards the request received last to another actor, which receives it from this one and answers in its place; the
     * reply goes to the requester. Never waits.
     *
     * @param request the message as it was received; not to be used any more after SENT
     * @return SENT; or NO_TARGET, or MAILBOX_FULL: then this actor still has to answer
     * @throws IllegalStateException if it was answered already
     * @throws IllegalArgumentException if it is not a request, or not the message received last
     */
    NotifyStatus forward(Message request, ActorId to);

    /** Forwards the request received last with another tag and other data; see {@link #forward(Message, ActorId)}. */
    NotifyStatus forward(Message request, ActorId to, int tag, Object data);

    // ---- time ----

    /** Waits; messages that arrive meanwhile stay in the mailbox. */
    void sleep(Duration duration);

    /** Lets every other ready actor of the same priority run first. */
    @SuppressWarnings("NamedLikeContextualKeyword") // the name that everybody knows, and always qualified
    void yield();

    /** Starts a timer that ticks once: a message of class {@link MessageClass#TIMER}. */
    @CanIgnoreReturnValue
    TimerId after(Duration delay);

    /** Starts a timer that ticks each period; ticks that the actor has not received yet become one. */
    @CanIgnoreReturnValue
    TimerId every(Duration period);

    /**
     * Stops a timer. A tick that is in the mailbox already stays there.
     *
     * @return false if the timer would not have ticked any more
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

    // ---- other actors ----

    /**
     * Declares which actor this one expects its next messages from, so that a plain receive that can never end is reported
     * as stuck on that actor. Changes nothing else: any message still ends a receive.
     *
     * @param other null for no particular actor, as at the start
     */
    void expect(@Nullable ActorId other);

    /**
     * Links this actor and another one: whichever ends first, the other receives a message of class
     * {@link MessageClass#EXIT}. Linking twice has no further effect.
     *
     * <p>If the other actor ends at that moment, its EXIT carries no exception.
     */
    LinkStatus link(ActorId other);

    /**
     * Removes a link. No EXIT arrives from then on, but one that is in the mailbox stays there.
     *
     * @return false if there is none
     */
    @CanIgnoreReturnValue
    boolean unlink(ActorId other);

    /**
     * Monitors another actor: when it ends, this one receives a message of class {@link MessageClass#EXIT}. Each call makes a
     * monitor of its own. The monitor of a {@link ReservedId} fires at the end of each actor that had the id.
     */
    MonitorResult monitor(ActorId target);

    /** Monitors the code of a zombie, an actor whose EXIT was marked {@link ActorExit#stillRunning()}, until it ends. */
    MonitorResult monitorZombie(ActorId zombie);

    /**
     * Removes a monitor. An EXIT that is in the mailbox stays there.
     *
     * @return false if there is none with that number, or it has fired
     */
    @CanIgnoreReturnValue
    boolean demonitor(long number);

    /**
     * Spawns a handler and links to it before it runs, so that its end is never missed.
     *
     * @throws IllegalStateException if {@link HiveConfig#maxActors()} are alive, or the hive is closed
     */
    @CanIgnoreReturnValue
    ActorId spawnLinked(Handler handler, ActorConfig config);

    /** Spawns a body and links to it before it runs; see {@link #spawnLinked(Handler, ActorConfig)}. */
    @CanIgnoreReturnValue
    ActorId spawnLinked(ActorBody body, ActorConfig config);

    /**
     * Spawns a handler and monitors it before it runs, so that its end is never missed.
     *
     * @return the monitor; its {@link Monitor#target()} is the new actor
     * @throws IllegalStateException if {@link HiveConfig#maxActors()} are alive, or the hive is closed
     */
    Monitor spawnMonitored(Handler handler, ActorConfig config);

    /** Spawns a body and monitors it before it runs; see {@link #spawnMonitored(Handler, ActorConfig)}. */
    Monitor spawnMonitored(ActorBody body, ActorConfig config);

    /**
     * Registers a name for this actor, beside those it has; see {@link Names}.
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
     * Watches a name: this actor receives a message of class {@link MessageClass#NAME} whenever an actor gets or loses it,
     * and at once if an actor has it. When 16 of them are unread in the mailbox, the last one is replaced.
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

    /** Reserves an id with a registered name, for one actor after another; released when this actor ends. */
    ReserveResult reserveId(String name);

    /**
     * Reserves an id for one actor: it can be handed to others before that actor starts, and ends with it.
     *
     * @param title what the id is called in logs; not registered
     */
    ReservedId reserveIdForOne(String title);

    /**
     * Reserves an id for one actor after another that is not registered; released when this actor ends.
     *
     * @param title what the id is called in logs
     */
    ReservedId reserveUnregisteredId(String title);

    /** Counts a restart in {@link HiveCounters#restarts()}; supervisors call it when they start a child again. */
    void countRestart();

    /** Ends this actor. Never returns: it unwinds the actor's stack with an error that must not be caught. */
    void exit(ExitReason reason);

    // ---- code that waits elsewhere ----

    /**
     * Waits for a future as long as it takes.
     *
     * @return its value
     * @throws ExecutionException if it failed
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    <T extends @Nullable Object> T await(CompletionStage<T> stage) throws ExecutionException;

    /**
     * Waits for a future, up to a timeout. Each wait registers a callback with the future, so for a future that lives long,
     * select on one {@link Source#of source} instead of waiting many times.
     *
     * @return its value
     * @throws ExecutionException if it failed
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws TimeoutException if it has no value until the timeout
     */
    <T extends @Nullable Object> T await(CompletionStage<T> stage, Duration timeout)
            throws ExecutionException, TimeoutException;

    /**
     * Runs code that may wait outside the runtime, as this actor, while its shard runs others. In
     * {@link FiberMode#OWN_CARRIER} that holds for all code, and this call costs nothing.
     */
    <T, X extends Exception> T blocking(Work<T, X> work) throws X;

    /**
     * Runs work on one of the hive's few platform threads while this actor waits and its shard runs others. For file I/O,
     * name look-ups and native code, which would block the shard in any mode.
     */
    <T, X extends Exception> T offload(Work<T, X> work) throws X;
}
