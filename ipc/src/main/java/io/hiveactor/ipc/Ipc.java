package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMatch;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ActorPort.RequestEnd;
import io.hiveactor.runtime.port.OpenRequest;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.port.Timeouts;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The hive's calls, for one actor.
 *
 * <pre>{@code
 * Ipc ipc = Ipc.of(self);
 * SendStatus sent = ipc.send(worker, WORK, bytes, 100);                 // waits up to 100 ms for room
 * switch (ipc.request(store, GET, key, ofMillis(50))) {
 *     case Reply reply -> use(reply.message());
 *     case NoReply none -> log(none);
 * }
 * }</pre>
 *
 * <p><b>Data</b> are bytes ({@code byte[]}, {@code ByteBuffer}, {@code MemorySegment}), which are copied into the
 * message, or any other object, which travels as it is and must be immutable or given away.
 *
 * <p><b>Timeouts</b> are durations, or milliseconds in the hive's convention: -1 waits for ever, 0 does not wait.
 *
 * <p><b>Names</b> are looked up at each call.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
public final class Ipc {
    /** For a message that is its tag and nothing else. */
    public static final Object NO_DATA = MemorySegment.NULL;

    private final ActorContext context;
    private final ActorPort port;
    private @Nullable Reply reply;
    private final TypedAnswer.Answered<@Nullable Object> answered = new TypedAnswer.Answered<>();

    private Ipc(ActorContext context, ActorPort port) {
        this.context = context;
        this.port = port;
    }

    /** The calls of an actor. The same object each time. */
    public static Ipc of(ActorContext context) {
        ActorPort port = ((ActorPort.Holder) context).port();
        if (port.attachment(Tenant.IPC) instanceof Ipc known) {
            return known;
        }
        var ipc = new Ipc(context, port);
        port.attach(Tenant.IPC, ipc);
        return ipc;
    }

    // ---- notify ----

    /** Sends, and never waits. */
    public NotifyStatus notify(ActorId to, int tag, Object data) {
        MemorySegment bytes = Payload.bytesOf(Objects.requireNonNull(data, "data"));
        Object object = Payload.objectOf(data);
        return object == null ? context.notifyBytes(to, tag, bytes) : context.notify(to, tag, object);
    }

    /** Sends to whoever has a name, and never waits. */
    public NotifyStatus notify(String name, int tag, Object data) {
        Objects.requireNonNull(data, "data");
        ActorId to = port.hive().names().find(name);
        return to == null ? NotifyStatus.NOT_FOUND : notify(to, tag, data);
    }

    // ---- send ----

    /**
     * Sends, and waits for its turn when there is no room: in the target's mailbox, if that has a limit, and in the
     * message pool. Only this actor waits.
     *
     * <p><b>Choose with care.</b> Two actors that send to each other while there is no room wait for each other: with a
     * timeout of -1 that is for ever, so do not use it in production without having thought through who waits for whom.
     * Answer with {@link #reply}, which never waits. A high priority is served first, yet it waits for slots that
     * actors of low priority hold. Where a message may be lost, prefer {@link #notify}.
     *
     * @param timeoutMillis -1 waits for ever, 0 tries once
     */
    public SendStatus send(ActorId to, int tag, Object data, long timeoutMillis) {
        return sendWithin(to, tag, data, Timeouts.nanos(timeoutMillis));
    }

    /** Sends, and waits for its turn; see {@link #send(ActorId, int, Object, long)} for what to beware of. */
    public SendStatus send(ActorId to, int tag, Object data, Duration timeout) {
        return sendWithin(to, tag, data, Timeouts.nanos(timeout));
    }

    /** Sends to whoever has a name now; see {@link #send(ActorId, int, Object, long)} for what to beware of. */
    public SendStatus send(String name, int tag, Object data, long timeoutMillis) {
        Objects.requireNonNull(data, "data");
        long nanos = Timeouts.nanos(timeoutMillis);
        ActorId to = port.hive().names().find(name);
        return to == null ? SendStatus.NOT_FOUND : sendWithin(to, tag, data, nanos);
    }

    /** Sends to whoever has a name now; see {@link #send(ActorId, int, Object, long)} for what to beware of. */
    public SendStatus send(String name, int tag, Object data, Duration timeout) {
        Objects.requireNonNull(data, "data");
        long nanos = Timeouts.nanos(timeout);
        ActorId to = port.hive().names().find(name);
        return to == null ? SendStatus.NOT_FOUND : sendWithin(to, tag, data, nanos);
    }

    private SendStatus sendWithin(ActorId to, int tag, Object data, long nanos) {
        MemorySegment bytes = Payload.bytesOf(Objects.requireNonNull(data, "data"));
        return port.sendWithin(to, tag, Payload.objectOf(data), bytes, nanos);
    }

    // ---- receive ----

    /** The oldest message. */
    public Received receive(long timeoutMillis) {
        return timeoutMillis == -1 ? context.receive() : context.receive(Duration.ofNanos(Timeouts.nanos(timeoutMillis)));
    }

    /** The oldest message. */
    public Received receive(Duration timeout) {
        return context.receive(timeout);
    }

    /** The oldest message that meets every criterion of a filter; the others stay, in their order. */
    public Matched receiveMatch(MessageFilter filter, long timeoutMillis) {
        return receiveUntil(filter, Deadlines.in(port, timeoutMillis));
    }

    /** The oldest message that meets every criterion of a filter; the others stay, in their order. */
    public Matched receiveMatch(MessageFilter filter, Duration timeout) {
        return receiveUntil(filter, Deadlines.in(port, timeout));
    }

    long deadlineIn(Duration timeout) {
        return Deadlines.in(port, timeout);
    }

    Matched receiveUntil(MessageFilter filter, long deadlineNanos) {
        Message message = port.receive(filter, deadlineNanos);
        if (message != null) {
            return message;
        }
        if (deadlineNanos == ActorPort.NEVER) {
            return NoMatch.DEADLOCK; // nothing else ends an endless wait with nothing
        }
        return deadlineNanos == 0 ? NoMessage.WOULD_BLOCK : NoMessage.TIMEOUT;
    }

    /** Whether there is a message. */
    public boolean pending() {
        return context.pending() > 0;
    }

    /** How many messages there are. */
    public int count() {
        return context.pending();
    }

    // ---- select ----

    /** Waits for the first of several sources that is ready; of several that are, the first in order. */
    public Selected select(long timeoutMillis, Source... sources) {
        return selectUntil(Deadlines.in(port, timeoutMillis), sources);
    }

    /** Waits for the first of several sources that is ready; of several that are, the first in order. */
    public Selected select(Duration timeout, Source... sources) {
        return selectUntil(Deadlines.in(port, timeout), sources);
    }

    private Selected selectUntil(long deadlineNanos, Source[] sources) {
        if (sources.length == 0) {
            throw new IllegalArgumentException("a select needs something to select on");
        }
        long until = deadlineNanos;
        for (Source source : sources) {
            if (source instanceof PendingReply pending) {
                until = Math.min(until, pending.deadlineNanos()); // then it is ready, with its timeout
            }
        }
        int index = port.select(sources, until);
        if (index < 0 && until < deadlineNanos) {
            index = port.select(sources, 0);
        }
        if (index < 0) {
            return until == ActorPort.NEVER
                    ? Selected.Nothing.DEADLOCK
                    : deadlineNanos == 0 ? Selected.Nothing.WOULD_BLOCK : Selected.Nothing.TIMEOUT;
        }
        return sources[index] instanceof MessageFilter
                ? new Selected.Received(index, port.selected())
                : new Selected.Ready(index);
    }

    /** A future as something to select on, by one actor. Keep it: each one made asks the future to be told. */
    public static Source source(CompletionStage<?> stage) {
        return new StageSource(stage.toCompletableFuture());
    }

    // ---- request and reply ----

    /**
     * Asks, and waits for the answer; other messages stay where they are. One deadline covers the wait for room and the
     * wait for the answer. A request takes two slots: its own, and the room for its answer.
     *
     * @param timeoutMillis -1 waits for ever; see {@link #send(ActorId, int, Object, long)} for what to beware of
     */
    public Answer request(ActorId to, int tag, Object data, long timeoutMillis) {
        return requestUntil(to, tag, data, Deadlines.in(port, timeoutMillis));
    }

    /** Asks, and waits for the answer; see {@link #request(ActorId, int, Object, long)}. */
    public Answer request(ActorId to, int tag, Object data, Duration timeout) {
        return requestUntil(to, tag, data, Deadlines.in(port, timeout));
    }

    /** Asks whoever has a name now; see {@link #request(ActorId, int, Object, long)}. */
    public Answer request(String name, int tag, Object data, long timeoutMillis) {
        return requestUntil(name, tag, data, Deadlines.in(port, timeoutMillis));
    }

    /** Asks whoever has a name now; see {@link #request(ActorId, int, Object, long)}. */
    public Answer request(String name, int tag, Object data, Duration timeout) {
        return requestUntil(name, tag, data, Deadlines.in(port, timeout));
    }

    private Answer requestUntil(String name, int tag, Object data, long deadlineNanos) {
        checkQuestion(data, deadlineNanos);
        ActorId to = port.hive().names().find(name);
        return to == null ? NoReply.NOT_FOUND : requestUntil(to, tag, data, deadlineNanos);
    }

    private Answer requestUntil(ActorId to, int tag, Object data, long deadlineNanos) {
        SendStatus status = ask(to, tag, data, deadlineNanos);
        return status == SendStatus.SENT ? finish(port.lastRequest(), deadlineNanos, true) : notAsked(status);
    }

    /** Asks with an object, even if it is one that would count as bytes. */
    Answer requestObject(ActorId to, Object question, Duration timeout) {
        long deadlineNanos = Deadlines.in(port, timeout);
        SendStatus status = port.request(to, 0, question, MemorySegment.NULL, deadlineNanos);
        return status == SendStatus.SENT ? finish(port.lastRequest(), deadlineNanos, true) : notAsked(status);
    }

    private SendStatus ask(ActorId to, int tag, Object data, long deadlineNanos) {
        checkQuestion(data, deadlineNanos);
        return port.request(to, tag, Payload.objectOf(data), Payload.bytesOf(data), deadlineNanos);
    }

    private static void checkQuestion(Object data, long deadlineNanos) {
        Objects.requireNonNull(data, "data");
        if (deadlineNanos == 0) {
            throw new IllegalArgumentException("a request that does not wait can have no answer: timeout 0");
        }
    }

    /**
     * Asks, and goes on: the answer can be waited for later. So an actor can have several requests open.
     *
     * @return a {@link PendingReply}, or why nothing was sent
     */
    public RequestStarted startRequest(ActorId to, int tag, Object data, long timeoutMillis) {
        return start(to, tag, data, Deadlines.in(port, timeoutMillis));
    }

    /** Asks, and goes on; see {@link #startRequest(ActorId, int, Object, long)}. */
    public RequestStarted startRequest(ActorId to, int tag, Object data, Duration timeout) {
        return start(to, tag, data, Deadlines.in(port, timeout));
    }

    /** Asks whoever has a name now, and goes on; see {@link #startRequest(ActorId, int, Object, long)}. */
    public RequestStarted startRequest(String name, int tag, Object data, long timeoutMillis) {
        return start(name, tag, data, Deadlines.in(port, timeoutMillis));
    }

    /** Asks whoever has a name now, and goes on; see {@link #startRequest(ActorId, int, Object, long)}. */
    public RequestStarted startRequest(String name, int tag, Object data, Duration timeout) {
        return start(name, tag, data, Deadlines.in(port, timeout));
    }

    private RequestStarted start(String name, int tag, Object data, long deadlineNanos) {
        checkQuestion(data, deadlineNanos);
        ActorId to = port.hive().names().find(name);
        return to == null ? NoReply.NOT_FOUND : start(to, tag, data, deadlineNanos);
    }

    private RequestStarted start(ActorId to, int tag, Object data, long deadlineNanos) {
        SendStatus status = ask(to, tag, data, deadlineNanos);
        if (status != SendStatus.SENT) {
            return notAsked(status);
        }
        var pending = new PendingReply(this, port, port.lastRequest(), deadlineNanos);
        port.isAnswerTo(port.lastRequest(), pending);
        return pending;
    }

    /**
     * Waits for the end of a request that was sent.
     *
     * @param again whether the actor's one reply is used again, rather than a new one that can be kept beside others
     */
    Answer finish(OpenRequest request, long deadlineNanos, boolean again) {
        if (!port.await(request, deadlineNanos, again)) {
            NoReply.Why why = deadlineNanos == ActorPort.NEVER ? NoReply.Why.DEADLOCK : NoReply.Why.TIMEOUT;
            try {
                return new NoReply(why, port.targetOf(request));
            } finally {
                port.abandon(request);
            }
        }
        RequestEnd end = port.take(request);
        if (end == RequestEnd.REPLIED) {
            return again ? replied(port.lastReply()) : new Reply(port.lastReply());
        }
        return end == RequestEnd.TARGET_ENDED ? NoReply.CLOSED : NoReply.DROPPED;
    }

    /** An answer by its object, without a new object around it. */
    @SuppressWarnings("unchecked") // the question says what type its answer has
    <A> TypedAnswer<A> typed(Answer answer) {
        if (answer instanceof NoReply none) {
            return new TypedAnswer.Unanswered<>(none);
        }
        answered.become(((Reply) answer).message().object());
        return (TypedAnswer<A>) answered;
    }

    ActorContext context() {
        return context;
    }

    private Reply replied(Message message) {
        Reply known = reply;
        if (known == null) {
            known = new Reply(message);
            reply = known;
        } else {
            known.become(message);
        }
        return known;
    }

    private static NoReply notAsked(SendStatus status) {
        return switch (status) {
            case DROPPED -> NoReply.DROPPED;
            case MAILBOX_FULL -> NoReply.MAILBOX_FULL;
            case NO_MEMORY -> NoReply.NO_MEMORY;
            case TIMEOUT -> new NoReply(NoReply.Why.TIMEOUT, null);
            case DEADLOCK -> new NoReply(NoReply.Why.DEADLOCK, null);
            case NO_TARGET -> NoReply.NO_TARGET;
            case NOT_FOUND -> NoReply.NOT_FOUND;
            case TOO_LARGE -> NoReply.TOO_LARGE;
            case CLOSED -> NoReply.CLOSED;
            case SENT, INTERRUPTED -> throw new IllegalArgumentException("not a reason: " + status);
        };
    }

    /**
     * Answers the request that this actor received last. Never waits: a request carries the room for its answer.
     *
     * @param request the message as it was received
     * @throws IllegalStateException if it was answered already
     * @throws IllegalArgumentException if it is not a request, or not the message received last
     */
    public ReplyStatus reply(Message request, Object data) {
        MemorySegment bytes = Payload.bytesOf(Objects.requireNonNull(data, "data"));
        return port.reply(request, Payload.objectOf(data), bytes);
    }

    /** Answers with an object, even if it is one that would count as bytes. */
    ReplyStatus replyObject(Message request, Object answer) {
        return port.reply(request, answer, MemorySegment.NULL);
    }

    /** Answers with nothing but the fact. */
    public ReplyStatus reply(Message request) {
        return reply(request, NO_DATA);
    }

    /**
     * Hands the request received last on to another actor, which receives it from this one, and answers in its place: the answer
     * goes to who asked. Never waits.
     *
     * @param request the message as it was received; not to be touched any more if it was SENT
     * @return SENT; NO_TARGET, or MAILBOX_FULL if the other's mailbox is at its limit: then the request is still this
     *     actor's to answer
     * @throws IllegalStateException if it was answered already
     * @throws IllegalArgumentException if it is not a request, or not the message received last
     */
    public NotifyStatus forward(Message request, ActorId to) {
        return port.forward(request, to);
    }

    /** Keeps the right to answer the request received last, so that it can be answered after the next receive. */
    public LaterReply replyLater(Message request) {
        return new LaterReply(port, port.keep(request));
    }

    // ---- futures ----

    /**
     * Waits for a future; only this actor waits. A future keeps a note of each wait for it that has begun, so for one that
     * lives long, {@linkplain #source select on it} instead of waiting with short timeouts.
     *
     * @return its value
     * @throws ExecutionException if it failed
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws TimeoutException if it has no value until the timeout
     */
    public <T extends @Nullable Object> T await(CompletionStage<T> stage, Duration timeout)
            throws ExecutionException, TimeoutException {
        CompletableFuture<T> future = stage.toCompletableFuture();
        if (port.select(new Source[] {new StageSource(future)}, Deadlines.in(port, timeout)) < 0) {
            throw new TimeoutException("no value within " + timeout + ": " + stage);
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw new ExecutionException(e.getCause());
        }
    }
}
