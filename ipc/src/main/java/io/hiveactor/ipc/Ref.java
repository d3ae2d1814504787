package io.hiveactor.ipc;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Spawner;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a typed actor: others send to it, and the compiler checks the messages.
 *
 * <pre>{@code
 * Ref<Command> counter = Ref.spawn(hive, Command.class, new Counter());
 * counter.notify(new Add(2)).orThrow();
 * int total = counter.request(new Total(), ofSeconds(1)).orThrow();
 * }</pre>
 *
 * <p>A message travels by reference, in one slot of the pool; nothing is serialized or copied.
 *
 * <p><b>Threads:</b> any thread. Called by an actor, that actor is the sender and only it waits; otherwise the calling thread
 * waits.
 *
 * @param <M> the type of the actor's messages
 */
public final class Ref<M> {
    private final Hive hive;
    private final ActorId id;

    private Ref(Hive hive, ActorId id) {
        this.hive = hive;
        this.id = id;
    }

    /** Returns a typed reference to an actor that is known to take such messages. */
    public static <M> Ref<M> of(Hive hive, ActorId id) {
        HivePort.of(Objects.requireNonNull(hive, "hive")).checkId(Objects.requireNonNull(id, "id"));
        return new Ref<>(hive, id);
    }

    /**
     * Looks up a typed actor by its registered name.
     *
     * @return null if no actor has the name
     * @throws IllegalArgumentException if the actor takes messages of another type
     */
    public static <M> @Nullable Ref<M> find(Hive hive, Class<M> type, String name) {
        ActorId id = hive.names().find(name);
        if (id == null) {
            return null;
        }
        Object code = HivePort.of(hive).codeOf(id);
        if (code instanceof Typed typed && typed.type() != type) {
            throw new IllegalArgumentException(name + " takes messages of " + typed.type().getName() + ", not of "
                    + type.getName());
        }
        return new Ref<>(hive, id);
    }

    /** Starts a typed handler. */
    public static <M> Ref<M> spawn(Spawner spawner, Class<M> type, TypedHandler<M> handler) {
        return spawn(spawner, type, handler, ActorConfig.DEFAULT);
    }

    /**
     * Starts a typed handler with a configuration.
     *
     * @throws IllegalStateException if {@link io.hiveactor.runtime.HiveConfig#maxActors()} are alive, or the hive is closed
     */
    public static <M> Ref<M> spawn(Spawner spawner, Class<M> type, TypedHandler<M> handler, ActorConfig config) {
        return new Ref<>(hiveOf(spawner), spawner.spawn(TypedActor.of(hiveOf(spawner), type, handler), config));
    }

    /** Starts a typed body. */
    public static <M> Ref<M> spawnBody(Spawner spawner, Class<M> type, TypedBody<M> body) {
        return spawnBody(spawner, type, body, ActorConfig.DEFAULT);
    }

    /** Starts a typed body with a configuration; see {@link #spawn(Spawner, Class, TypedHandler, ActorConfig)}. */
    public static <M> Ref<M> spawnBody(Spawner spawner, Class<M> type, TypedBody<M> body, ActorConfig config) {
        return new Ref<>(hiveOf(spawner), spawner.spawn(TypedActor.of(hiveOf(spawner), type, body), config));
    }

    private static Hive hiveOf(Spawner spawner) {
        return switch (Objects.requireNonNull(spawner, "spawner")) {
            case Hive hive -> hive;
            case ActorContext context -> context.hive();
        };
    }

    /** The id of the actor, for the untyped layer. */
    public ActorId id() {
        return id;
    }

    Hive hive() {
        return hive;
    }

    /** Whether the actor is alive; it may have ended by the time the caller looks at the result. */
    public boolean isAlive() {
        return hive.isAlive(id);
    }

    /** Kills the actor; see {@link io.hiveactor.runtime.Sender#kill}. */
    @CanIgnoreReturnValue
    public boolean kill() {
        ActorContext killer = hive.current();
        return killer == null ? hive.kill(id) : killer.kill(id);
    }

    // ---- sending ----

    /** Sends a message, and never waits. */
    public NotifyStatus notify(M message) {
        return notifyObject(Objects.requireNonNull(message, "message"));
    }

    private NotifyStatus notifyObject(Object message) {
        ActorContext sender = hive.current();
        return sender == null
                ? HivePort.of(hive).notifyObject(id, message)
                : ((ActorPort.Holder) sender).notifyObject(id, 0, message);
    }

    /** Sends a message and waits for room as long as it takes; see {@link #send(Object, Duration)}. */
    public SendStatus send(M message) {
        return send(message, Hive.FOREVER);
    }

    /** Sends a message and waits for room; see {@link ActorContext#send(ActorId, int, Object, Duration)}. */
    public SendStatus send(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        ActorContext sender = hive.current();
        return sender == null
                ? HivePort.of(hive).sendObject(id, message, timeout)
                : port(sender).sendWithin(id, 0, message, MemorySegment.NULL, Timeouts.nanos(timeout));
    }

    // ---- asking ----

    /** Sends a request and waits for the answer as long as it takes; see {@link #request(Request, Duration)}. */
    public <A> RequestResult<A> request(Request<M, A> request) {
        return request(request, Hive.FOREVER);
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param timeout covers the wait for room and the wait for the answer; zero is a bug
     */
    public <A> RequestResult<A> request(Request<M, A> request, Duration timeout) {
        return requestObject(request, timeout);
    }

    /** Sends any object as a request. */
    <A> RequestResult<A> requestObject(Object request, Duration timeout) {
        checkRequest(request, timeout);
        ActorContext asker = hive.current();
        if (asker != null) {
            return ask(asker, request, timeout);
        }
        var outside = new OutsideRequest<M, A>(this, request, timeout);
        outside.start(hive);
        try {
            boolean isDone = hive.await(outside.answer(), Hive.FOREVER); // it ends by itself
            assert isDone;
            return outside.answer().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException bug) {
                throw bug;
            }
            throw e;
        } catch (InterruptedException e) {
            outside.cancel();
            Thread.currentThread().interrupt();
            return new NoReply<>(NoReply.Reason.INTERRUPTED, null);
        }
    }

    <A> RequestResult<A> ask(ActorContext asker, Object request, Duration timeout) {
        return port(asker).requestObject(id, request, timeout);
    }

    /**
     * Sends a request without waiting; the stage completes with the result. An actor of the hive asks on behalf of the
     * calling thread, so what the thread sends afterwards may arrive earlier. Cancelling the stage's future withdraws the
     * request.
     *
     * <p>An actor uses {@link TypedContext#startRequest} instead, or passes the stage to {@link TypedContext#pipeToSelf}.
     */
    public <A> CompletionStage<RequestResult<A>> requestAsync(Request<M, A> request, Duration timeout) {
        checkRequest(request, timeout);
        var outside = new OutsideRequest<M, A>(this, request, timeout);
        outside.start(hive);
        return outside.answer();
    }

    private static void checkRequest(@Nullable Object request, Duration timeout) {
        Objects.requireNonNull(request, "request");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a request needs a timeout, because no reply arrives at once: " + timeout);
        }
    }

    private static ActorPort port(ActorContext context) {
        return ((ActorPort.Holder) context).port();
    }

    // ---- as an executor ----

    /**
     * Returns this actor as an executor: work runs as the actor, between two of its messages. Only for typed actors.
     *
     * <p>It never waits: {@code execute} throws {@link RejectedExecutionException} if there is no room, or no actor.
     *
     * @throws IllegalStateException if the actor's mailbox may drop or replace messages that it has accepted
     */
    public Executor asExecutor() {
        MailboxLimit limit = HivePort.of(hive).limitOf(id);
        if (limit != null && (limit.overflow() == Overflow.DROP_OLDEST || limit.overflow() == Overflow.CONFLATE)) {
            throw new IllegalStateException(id + " cannot be an executor: its mailbox may drop work, by " + limit.overflow());
        }
        return work -> {
            NotifyStatus status = notifyObject(new TypedContext.Task(Objects.requireNonNull(work, "work")));
            if (status != NotifyStatus.SENT) {
                throw new RejectedExecutionException(id + " cannot run it: " + status);
            }
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Ref<?> that && id == that.id;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
