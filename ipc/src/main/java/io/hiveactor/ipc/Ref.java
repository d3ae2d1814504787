package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Spawner;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.CodeHolder;
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
 * An actor as those see it who send to it, with the type of its messages.
 *
 * <pre>{@code
 * Ref<Command> counter = Ref.spawn(hive, Command.class, (self, command) -> {
 *     switch (command) {
 *         case Add add -> total += add.amount();
 *         case Total question -> answered(self.reply(question, total));
 *     }
 * });
 * }</pre>
 *
 * <p>A message travels as the object it is, in one slot of the pool: nothing is serialized, copied or wrapped.
 *
 * <p><b>Threads:</b> any thread. Called by an actor, the actor is the sender and only it waits; called by a thread
 * outside, the thread waits.
 *
 * @param <M> the messages it takes
 */
public final class Ref<M> {
    private final Hive hive;
    private final ActorId id;

    private Ref(Hive hive, ActorId id) {
        this.hive = hive;
        this.id = id;
    }

    /** A typed view of an actor that is known to take such messages. */
    public static <M> Ref<M> of(Hive hive, ActorId id) {
        Objects.requireNonNull(id, "id");
        MailboxLimit ofAnotherHiveThrows = Objects.requireNonNull(hive, "hive").limitOf(id);
        assert ofAnotherHiveThrows == null || ofAnotherHiveThrows.messages() > 0;
        return new Ref<>(hive, id);
    }

    /** Starts a typed handler. */
    public static <M> Ref<M> spawn(Spawner spawner, Class<M> type, TypedHandler<M> handler) {
        return spawn(spawner, type, handler, ActorConfig.DEFAULT);
    }

    /** Starts a typed handler with a configuration. */
    public static <M> Ref<M> spawn(Spawner spawner, Class<M> type, TypedHandler<M> handler, ActorConfig config) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(handler, "handler");
        Hive hive = hiveOf(spawner);
        return of(hive, spawner.spawn(new TypedActor<>(hive, type, handler), config));
    }

    /** Starts a typed straight-line actor. */
    public static <M> Ref<M> spawnStraight(Spawner spawner, Class<M> type, TypedBody<M> body) {
        return spawnStraight(spawner, type, body, ActorConfig.DEFAULT);
    }

    /** Starts a typed straight-line actor with a configuration. */
    public static <M> Ref<M> spawnStraight(Spawner spawner, Class<M> type, TypedBody<M> body, ActorConfig config) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(body, "body");
        Hive hive = hiveOf(spawner);
        return of(hive, spawner.spawn(new TypedStraight<>(hive, type, body), config));
    }

    private static Hive hiveOf(Spawner spawner) {
        return switch (Objects.requireNonNull(spawner, "spawner")) {
            case Hive hive -> hive;
            case ActorContext context -> ((ActorPort.Holder) context).port().hive();
        };
    }

    public ActorId id() {
        return id;
    }

    // ---- sending ----

    /** Sends, and never waits. */
    public NotifyStatus notify(M message) {
        return notifyObject(Objects.requireNonNull(message, "message"));
    }

    private NotifyStatus notifyObject(Object message) {
        ActorContext sender = hive.current();
        return sender == null ? hive.notify(id, message) : sender.notify(id, message);
    }

    /** Sends, and waits for room; {@link Ipc#send(ActorId, int, Object, long)} says what to beware of. */
    public SendStatus send(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        ActorContext sender = hive.current();
        if (sender != null) {
            ActorPort port = ((ActorPort.Holder) sender).port();
            return port.sendWithin(id, 0, message, MemorySegment.NULL, Timeouts.nanos(timeout));
        }
        try {
            return hive.send(id, 0, message, timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SendStatus.INTERRUPTED;
        }
    }

    // ---- asking ----

    /**
     * Asks, and waits for the answer.
     *
     * @param timeout covers the wait for room and the wait for the answer; zero is a bug
     */
    public <A> TypedAnswer<A> request(Request<M, A> question, Duration timeout) {
        checkQuestion(question, timeout);
        ActorContext asker = hive.current();
        if (asker != null) {
            return ask(asker, question, timeout);
        }
        var outside = new OutsideRequest<M, A>(this, question, timeout);
        outside.start(hive);
        try {
            boolean isDone = hive.await(outside.answer(), OutsideRequest.FOREVER); // it ends by itself
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
            return new TypedAnswer.Unanswered<>(NoReply.INTERRUPTED);
        }
    }

    <A> TypedAnswer<A> ask(ActorContext asker, Request<M, A> question, Duration timeout) {
        Ipc ipc = Ipc.of(asker);
        return ipc.typed(ipc.requestObject(id, question, timeout));
    }

    /**
     * Asks without waiting: the stage is completed with the answer. For threads outside; an actor of the hive asks for
     * them, so the question may be overtaken by what the thread sends after it. If the stage's future is cancelled, nobody
     * waits for the answer any more.
     */
    public <A> CompletionStage<TypedAnswer<A>> requestAsync(Request<M, A> question, Duration timeout) {
        checkQuestion(question, timeout);
        var outside = new OutsideRequest<M, A>(this, question, timeout);
        outside.start(hive);
        return outside.answer();
    }

    private static void checkQuestion(@Nullable Object question, Duration timeout) {
        Objects.requireNonNull(question, "question");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a request that does not wait can have no answer: timeout " + timeout);
        }
    }

    // ---- as an executor ----

    /**
     * This actor as an executor: what is given to it runs as this actor, between two of its messages. Only for an actor
     * that was spawned here, by {@link #spawn} or {@link #spawnStraight}.
     *
     * <p>It never waits: {@code execute} throws {@link RejectedExecutionException} when there is no room, or no actor.
     *
     * @throws IllegalStateException if the actor's mailbox drops or conflates what it has accepted: work would vanish
     */
    public Executor asExecutor() {
        MailboxLimit limit = hive.limitOf(id);
        if (limit != null && (limit.overflow() == Overflow.DROP_OLDEST || limit.overflow() == Overflow.CONFLATE)) {
            throw new IllegalStateException(id + " is no executor: its mailbox may drop work, by " + limit.overflow());
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

    /** The handler that the shard sees. */
    private static final class TypedActor<M> implements Handler, CodeHolder {
        private final Hive hive;
        private final Class<M> type;
        private final TypedHandler<M> handler;
        private @Nullable TypedContext<M> self;

        TypedActor(Hive hive, Class<M> type, TypedHandler<M> handler) {
            this.hive = hive;
            this.type = type;
            this.handler = handler;
        }

        @Override
        public Class<?> code() {
            return handler.getClass();
        }

        @Override
        public void onMessage(ActorContext context, Message message) throws Exception {
            TypedContext<M> mine = self;
            if (mine == null) {
                mine = new TypedContext<>(of(hive, context.self()), type, Ipc.of(context));
                self = mine;
            }
            mine.handle(handler, message);
        }
    }

    private record TypedStraight<M>(Hive hive, Class<M> type, TypedBody<M> body) implements ActorBody, CodeHolder {
        @Override
        public Class<?> code() {
            return body.getClass();
        }

        @Override
        public void run(ActorContext context) throws Exception {
            body.run(new TypedContext<>(of(hive, context.self()), type, Ipc.of(context)));
        }
    }
}
