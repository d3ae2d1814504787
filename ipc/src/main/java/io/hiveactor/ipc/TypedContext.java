package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.port.ActorPort;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A typed actor, as its own code sees it.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 *
 * @param <M> the messages it takes
 */
public final class TypedContext<M> {
    private final Ref<M> ref;
    private final Class<M> type;
    private final Ipc ipc;
    private final ActorContext context;
    private final ActorPort port;
    /** Everything that was sent: ticks and other news stay for the context. */
    private final MessageFilter sent;
    private boolean hasRefused;
    /** What {@code receive} or the shard gave last. */
    private @Nullable Message current;

    TypedContext(Ref<M> ref, Class<M> type, Ipc ipc) {
        this.ref = ref;
        this.type = type;
        this.ipc = ipc;
        context = ipc.context();
        port = ((ActorPort.Holder) context).port();
        sent = MessageFilter.any().where(port::isFromSender);
    }

    /** What others send to. */
    public Ref<M> ref() {
        return ref;
    }

    /** Everything else an actor can do. */
    public ActorContext context() {
        return context;
    }

    /** The untyped calls. */
    public Ipc ipc() {
        return ipc;
    }

    /**
     * Waits for the oldest message of this actor's type. Ticks, EXITs and changes of names stay for {@link #context()}.
     * A message of another type is reported as undelivered, see {@link TypedHandler#onSignal}.
     */
    public M receive() {
        M message = null;
        while (message == null) {
            message = taken(ipc.receiveMatch(sent, -1));
        }
        return message;
    }

    /** The oldest message of this actor's type, or null if there was none until the timeout. */
    public @Nullable M receive(Duration timeout) {
        long deadlineNanos = ipc.deadlineIn(timeout);
        Matched received = ipc.receiveUntil(sent, deadlineNanos);
        M message = taken(received);
        while (isOther(message, received) && context.nowNanos() < deadlineNanos) {
            received = ipc.receiveUntil(sent, deadlineNanos);
            message = taken(received);
        }
        int left = context.pending(); // if the time ended with another one: what has come by now has come in time
        while (isOther(message, received) && left > 0) {
            received = ipc.receiveUntil(sent, 0);
            message = taken(received);
            left--;
        }
        return message;
    }

    /** Whether what was taken was no message of its type, but work, which has run, or one that was refused. */
    private static boolean isOther(@Nullable Object message, Matched received) {
        return message == null && received instanceof Message;
    }

    private @Nullable M taken(Matched received) {
        if (received instanceof Message message) {
            current = message;
            Object object = message.object();
            if (object instanceof Task task) {
                task.work().run();
                return null;
            }
            if (type.isInstance(object)) {
                return type.cast(object);
            }
            refuse(message);
        }
        return null;
    }

    /** Reports a message that is not of this actor's type; what the runtime itself sends is none. */
    void refuse(Message message) {
        if (port.isFromSender(message)) {
            boolean isFirst = !hasRefused;
            hasRefused = true;
            port.refuseType(message, type, isFirst);
        }
    }

    /** A handler is given a message. */
    void handle(TypedHandler<M> handler, Message message) throws Exception {
        Object object = message.object();
        if (object instanceof Task task) {
            task.work().run();
        } else if (type.isInstance(object)) {
            current = message;
            handler.onMessage(this, type.cast(object));
        } else {
            handler.onSignal(this, message);
        }
    }

    /**
     * Answers the question received last.
     *
     * @throws IllegalArgumentException if it is another one; {@link #replyLater} is for those
     * @throws WrongThreadException if another thread than this actor answers, as the callback of a future does
     */
    public <A> ReplyStatus reply(Request<M, A> question, A answer) {
        Objects.requireNonNull(answer, "answer");
        try {
            return ipc.replyObject(asked(question), answer);
        } catch (WrongThreadException refusal) {
            throw Callbacks.refused(String.valueOf(question), refusal);
        }
    }

    /**
     * Hands the question received last on to another actor that understands it, to be answered in this one's place; see
     * {@link Ipc#forward}.
     */
    public NotifyStatus forward(Request<M, ?> question, Ref<M> to) {
        return ipc.forward(asked(question), to.id());
    }

    /** Keeps the right to answer the question received last. */
    public <A> DeferredReply<A> replyLater(Request<M, A> question) {
        return new DeferredReply<>(ipc.replyLater(asked(question)));
    }

    private Message asked(Request<M, ?> question) {
        Message message = current;
        if (message == null || message.object() != question) {
            throw notAsked(question);
        }
        return message;
    }

    /** @throws WrongThreadException if that is the reason: another thread cannot know what was received last */
    private IllegalArgumentException notAsked(Request<M, ?> question) {
        return new IllegalArgumentException("not the question that " + context.self() + " received last: " + question
                + "; to answer one later, keep the right with replyLater when it is received");
    }

    /** A piece of work that another thread wants done as this actor. */
    record Task(Runnable work) {}
}
