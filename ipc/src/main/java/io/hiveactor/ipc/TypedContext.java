package io.hiveactor.ipc;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.ExternalSource;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.MonitorResult;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.StartRequestResult;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one typed actor.
 *
 * <p>Timers, ends of other actors and futures arrive as messages of the actor's own type: start them here with the message
 * they are to bring.
 *
 * <p><b>Waiting:</b> without a timeout a call waits as long as it takes; {@code try…} never waits. Only this actor waits.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 *
 * @param <M> the type of its messages
 */
public final class TypedContext<M> {
    private final Ref<M> ref;
    private final Class<M> type;
    private final ActorContext context;
    private final ActorPort port;
    /** The messages that bring no message themselves: ticks and EXITs, with what stands for them. */
    private final Signals<M> signals = new Signals<>();
    private final MessageFilter any;
    /** Whether the objects of signals are of its type, as they are of Object. */
    private final boolean takesSignals;

    private boolean hasRefused;
    /** The message received last. */
    private @Nullable Message current;

    TypedContext(Ref<M> ref, Class<M> type, ActorContext context) {
        this.ref = ref;
        this.type = type;
        this.context = context;
        port = ((ActorPort.Holder) context).port();
        any = MessageFilter.any().where(this::isForThis);
        takesSignals = type.isAssignableFrom(ActorExit.class) || type.isAssignableFrom(PipedResult.class)
                || type.isAssignableFrom(NameChange.class);
    }

    /** The reference that others send to. */
    public Ref<M> ref() {
        return ref;
    }

    /** The hive this actor lives in. */
    public Hive hive() {
        return ref.hive();
    }

    /** The calls of the untyped layer, for what is not offered here. */
    public ActorContext context() {
        return context;
    }

    // ---- receiving, for a TypedBody ----

    /**
     * Waits for the oldest message of this actor's type. A message of another type is reported as undelivered, see
     * {@link TypedHandler#onSignal}.
     */
    public M receive() {
        M message = null;
        while (message == null) {
            message = receiveUntil(any, ActorPort.NEVER);
        }
        return message;
    }

    /** Waits for the oldest message of this actor's type, up to a timeout; returns null if none arrived. */
    public @Nullable M receive(Duration timeout) {
        return receiveUntil(any, port.deadlineIn(timeout));
    }

    /** Returns the oldest message of this actor's type, or null if there is none. */
    public @Nullable M tryReceive() {
        return receiveUntil(any, 0);
    }

    /** Waits for the oldest message of one class; the others stay in the mailbox, in their order. */
    public <T extends M> T receive(Class<T> wanted) {
        T message = null;
        while (message == null) {
            message = receive(wanted, Hive.FOREVER);
        }
        return message;
    }

    /** Waits for the oldest message of one class, up to a timeout; returns null if none arrived. */
    public <T extends M> @Nullable T receive(Class<T> wanted, Duration timeout) {
        M message = receiveUntil(filterOf(wanted::isInstance), port.deadlineIn(timeout));
        return message == null ? null : wanted.cast(message);
    }

    /**
     * Returns a filter for messages of this actor's type that meet a condition, to select on beside other sources. Keep it:
     * a filter does not look again at what it has refused.
     */
    public MessageFilter filterOf(Predicate<? super M> condition) {
        Objects.requireNonNull(condition, "condition");
        return MessageFilter.any().where(message -> {
            M content = content(message);
            return content != null && condition.test(content);
        });
    }

    /** Returns the message of this actor's type that a select received. */
    public M contentOf(Message received) {
        current = received;
        M content = content(received);
        if (content == null) {
            throw new IllegalArgumentException("not a message of " + type.getName() + ": " + received);
        }
        signals.delivered(received);
        return content;
    }

    private @Nullable M receiveUntil(MessageFilter filter, long deadlineNanos) {
        int left = context.pending();
        while (true) {
            Message received = port.receive(filter, deadlineNanos);
            if (received == null) {
                return null;
            }
            M message = taken(received);
            if (message != null) {
                return message;
            }
            // it was work for the executor, which has run, or of another type
            boolean isLate = deadlineNanos != ActorPort.NEVER && context.nowNanos() >= deadlineNanos;
            if (isLate && --left <= 0) {
                return null; // what was there when the time ended has been looked at
            }
        }
    }

    private @Nullable M taken(Message message) {
        current = message;
        if (message.object() instanceof Task task) {
            task.work().run();
            return null;
        }
        M content = content(message);
        if (content == null) {
            refuse(message);
        } else {
            signals.delivered(message);
        }
        return content;
    }

    /** Whether a receive takes it: everything that was sent, and the signals that bring a message. */
    private boolean isForThis(Message message) {
        return port.isFromSender(message) || Signals.isPiped(message) || signals.isCancelled(message)
                || content(message) != null;
    }

    /** The message of this actor's type that a message brings; null for another type, or a signal without one. */
    private @Nullable M content(Message message) {
        Object object = message.object();
        if (type.isInstance(object) && port.isFromSender(message)) {
            return type.cast(object);
        }
        return signals.messageOf(message);
    }

    /** Reports a message that is not of this actor's type; signals of the runtime are none. */
    void refuse(Message message) {
        if (port.isFromSender(message)) {
            boolean isFirst = !hasRefused;
            hasRefused = true;
            port.refuseType(message, type, isFirst);
        }
    }

    /** Gives a message to a handler. */
    void handle(TypedHandler<M> handler, Message message) throws Exception {
        Object object = message.object();
        if (object instanceof Task task) {
            current = message;
            boolean isCounted = handler instanceof WorkerPool.Counting counting && counting.isGiven(this);
            task.work().run();
            if (isCounted && handler instanceof WorkerPool.Counting counting) {
                counting.handled();
            }
        } else if (type.isInstance(object) && (!takesSignals || port.isFromSender(message))) {
            current = message;
            handler.onMessage(this, type.cast(object));
        } else {
            handleSignal(handler, message);
        }
    }

    private void handleSignal(TypedHandler<M> handler, Message message) throws Exception {
        current = null;
        M content = signals.messageOf(message);
        if (content != null) {
            signals.delivered(message);
            handler.onMessage(this, content);
        } else if (message.object() instanceof ActorExit exit && !port.isFromSender(message)) {
            handler.onExit(this, exit);
        } else {
            current = message;
            handler.onSignal(this, message);
        }
    }

    // ---- replies ----

    /**
     * Answers the request received last. Never waits.
     *
     * @throws IllegalArgumentException if it is another request; defer the reply of a request to answer it later
     * @throws WrongThreadException if another thread calls, as the callback of a future does; use {@link #replyFrom}
     */
    @CanIgnoreReturnValue
    public <A> ReplyStatus reply(Request<M, A> request, A answer) {
        Objects.requireNonNull(answer, "answer");
        return port.replyObject(received(request), answer);
    }

    /** Keeps the right to answer the request received last. It can be used later, by any thread. */
    public <A> DeferredReply<A> deferReply(Request<M, A> request) {
        return port.deferObject(received(request));
    }

    /**
     * Answers the request received last when a stage completes.
     *
     * @param toAnswer makes the answer from the value, or from the failure; see {@link DeferredReply#replyFrom}
     */
    public <A, T extends @Nullable Object> void replyFrom(
            Request<M, A> request,
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends A> toAnswer) {
        this.<A>deferReply(request).replyFrom(stage, toAnswer);
    }

    /**
     * Forwards the request received last to another actor of this type, which answers in this one's place; see
     * {@link ActorContext#forward(Message, io.hiveactor.runtime.ActorId)}.
     */
    public NotifyStatus forward(Request<M, ?> request, Ref<M> to) {
        return context.forward(received(request), to.id());
    }

    /** Forwards the request received last as another request with the same type of answer, to an actor of any type. */
    public <N, A> NotifyStatus forward(Request<M, A> request, Ref<N> to, Request<N, A> other) {
        return port.forwardObject(received(request), to.id(), Objects.requireNonNull(other, "other"));
    }

    private Message received(Request<M, ?> request) {
        Message message = current;
        if (message != null && isHeldBy(message, request)) {
            return message;
        }
        if (hive().current() != context) {
            throw new WrongThreadException(request + " answered by " + Thread.currentThread() + " and not by " + ref
                    + "; from the callback of a future, use replyFrom or deferReply");
        }
        throw new IllegalArgumentException("not the request that " + ref + " received last: " + request
                + "; to answer a request later, keep the right with deferReply when it is received");
    }

    private static boolean isHeldBy(Message message, Object request) {
        try {
            return message.object() == request;
        } catch (IllegalStateException stale) { // in debug mode, a message that was received before the last one
            return false;
        }
    }

    // ---- requests that overlap ----

    /**
     * Sends a request and returns without waiting for the answer; see
     * {@link ActorContext#startRequest(io.hiveactor.runtime.ActorId, int, Object, Duration)}.
     */
    public <N, A> StartRequestResult<A> startRequest(Ref<N> to, Request<N, A> request, Duration timeout) {
        return port.startRequestObject(to.id(), Objects.requireNonNull(request, "request"), timeout);
    }

    // ---- timers ----

    /** Delivers a message to this actor after a delay. */
    @CanIgnoreReturnValue
    public TimerId after(Duration delay, M message) {
        Objects.requireNonNull(message, "message");
        TimerId timer = context.after(delay);
        signals.expectTick(timer, message, true);
        return timer;
    }

    /** Delivers a message to this actor each period; while one is in the mailbox, no further one is added. */
    @CanIgnoreReturnValue
    public TimerId every(Duration period, M message) {
        Objects.requireNonNull(message, "message");
        TimerId timer = context.every(period);
        signals.expectTick(timer, message, false);
        return timer;
    }

    /**
     * Stops a timer. Its message is not delivered any more, even if it is in the mailbox already.
     *
     * @return false if the timer had fired or was stopped before
     */
    @CanIgnoreReturnValue
    public boolean cancel(TimerId timer) {
        boolean wasExpected = signals.forgetTick(timer);
        boolean wasRunning = context.cancel(timer);
        return wasExpected || wasRunning;
    }

    // ---- futures ----

    /**
     * Delivers a message to this actor when a stage completes, whichever thread completes it. The message needs no room in
     * pool or mailbox, so it is not lost when they are full. Until then the diagnosis knows that it may come.
     *
     * @param toMessage makes the message from the value, or from the failure. It runs as this actor, when the message is
     *     received
     */
    public <T extends @Nullable Object> void pipeToSelf(
            CompletionStage<T> stage, BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> toMessage) {
        var piped = new PipedResult<T, M>(Objects.requireNonNull(toMessage, "toMessage"));
        Objects.requireNonNull(stage, "stage");
        var notice = port.notice(0, piped);
        ExternalSource source = hive().expectExternal("a future piped to " + ref);
        CompletionStage<T> ignored = stage.whenComplete((value, failure) -> {
            piped.complete(value, failure);
            notice.give();
            source.close();
        });
        assert ignored != null;
    }

    // ---- other actors ----

    /** Links this actor and another one; see {@link TypedHandler#onExit} and {@link ActorContext#link}. */
    public LinkStatus link(Ref<?> other) {
        return context.link(other.id());
    }

    /** Monitors another actor: its end is passed to {@link TypedHandler#onExit}. */
    public MonitorResult monitor(Ref<?> target) {
        return context.monitor(target.id());
    }

    /** Monitors another actor: its end is delivered as a message of this actor's type. */
    public MonitorResult monitor(Ref<?> target, Function<? super ActorExit, ? extends M> toMessage) {
        Objects.requireNonNull(toMessage, "toMessage");
        MonitorResult result = context.monitor(target.id());
        if (result instanceof Monitor monitor) {
            signals.expectExit(monitor.number(), toMessage, !HivePort.of(hive()).isReserved(target.id()));
        }
        return result;
    }

    /** Removes a monitor. Its EXIT is not delivered any more as a message, even if it is in the mailbox already. */
    @CanIgnoreReturnValue
    public boolean demonitor(Monitor monitor) {
        signals.forgetExit(monitor.number());
        return context.demonitor(monitor.number());
    }

    /** Starts another typed actor; see {@link Ref#spawn(io.hiveactor.runtime.Spawner, Class, TypedHandler)}. */
    public <N> Ref<N> spawn(Class<N> messages, TypedHandler<N> handler) {
        return Ref.spawn(context, messages, handler);
    }

    /** Starts another typed actor with a configuration. */
    public <N> Ref<N> spawn(Class<N> messages, TypedHandler<N> handler, ActorConfig config) {
        return Ref.spawn(context, messages, handler, config);
    }

    /** Waits; messages that arrive meanwhile stay in the mailbox. */
    public void sleep(Duration duration) {
        context.sleep(duration);
    }

    /** Ends this actor normally. Never returns: it unwinds the actor's stack with an error that must not be caught. */
    public void stop() {
        context.exit(ExitReason.NORMAL);
    }

    @Override
    public String toString() {
        return "the context of " + ref;
    }

    /** The sender of the message being handled, if an actor or a thread sent it. */
    @Nullable ActorId sender() {
        Message message = current;
        return message != null && port.isFromSender(message) ? message.sender() : null;
    }

    /** Work that another thread wants done as this actor. */
    record Task(Runnable work) {}
}
