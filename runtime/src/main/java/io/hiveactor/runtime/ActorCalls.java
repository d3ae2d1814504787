package io.hiveactor.runtime;

import io.hiveactor.runtime.port.ActorPort;
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
 * The calls of an {@link ActorContext} that are made of others: they look up names, tell bytes from objects, turn timeouts
 * into deadlines, and hand on to {@link ActorIpc}.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
abstract sealed class ActorCalls extends Recipient implements ActorContext, ActorPort.Holder permits Actor {
    ActorCalls(Hive hive, Shard shard, Object nameOrCode, long number, boolean isOutside, @Nullable MailboxRoom room) {
        super(hive, shard, nameOrCode, number, isOutside, room);
    }

    ActorCalls(Hive hive, Shard shard, ActorId id, boolean isOutside, @Nullable MailboxRoom room) {
        super(hive, shard, id, isOutside, room);
    }

    @Override
    public abstract ActorIpc port();

    @Override
    public Hive hive() {
        return hive;
    }

    // ---- sending ----

    @Override
    public NotifyStatus notify(String name, int tag, Object data) {
        Objects.requireNonNull(data, "data");
        ActorId to = hive.names().find(name);
        return to == null ? NotifyStatus.NOT_FOUND : notify(to, tag, data);
    }

    @Override
    public SendStatus send(ActorId to, int tag, Object data) {
        return sendWithin(to, tag, data, Timeouts.FOREVER);
    }

    @Override
    public SendStatus send(ActorId to, int tag, Object data, Duration timeout) {
        return sendWithin(to, tag, data, Timeouts.nanos(timeout));
    }

    @Override
    public SendStatus send(String name, int tag, Object data) {
        return sendWithin(name, tag, data, Timeouts.FOREVER);
    }

    @Override
    public SendStatus send(String name, int tag, Object data, Duration timeout) {
        return sendWithin(name, tag, data, Timeouts.nanos(timeout));
    }

    private SendStatus sendWithin(String name, int tag, Object data, long nanos) {
        Objects.requireNonNull(data, "data");
        ActorId to = hive.names().find(name);
        return to == null ? SendStatus.NOT_FOUND : sendWithin(to, tag, data, nanos);
    }

    private SendStatus sendWithin(ActorId to, int tag, Object data, long nanos) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return port().sendWithin(to, tag, object, Payload.bytesOf(data), nanos);
    }

    // ---- receiving ----

    @Override
    public Matched receive(MessageFilter filter) {
        return receiveUntil(filter, ActorPort.NEVER);
    }

    @Override
    public Matched receive(MessageFilter filter, Duration timeout) {
        return receiveUntil(filter, port().deadlineIn(timeout));
    }

    @Override
    public Matched tryReceive(MessageFilter filter) {
        return receiveUntil(filter, 0);
    }

    private Matched receiveUntil(MessageFilter filter, long deadlineNanos) {
        Message message = port().receive(filter, deadlineNanos);
        if (message != null) {
            return message;
        }
        if (deadlineNanos == ActorPort.NEVER) {
            return NoMatch.DEADLOCK; // nothing else ends a wait without end
        }
        return deadlineNanos == 0 ? NoMessage.WOULD_BLOCK : NoMessage.TIMEOUT;
    }

    @Override
    public SelectResult select(Source... sources) {
        return selectUntil(ActorPort.NEVER, sources);
    }

    @Override
    public SelectResult select(Duration timeout, Source... sources) {
        return selectUntil(port().deadlineIn(timeout), sources);
    }

    @Override
    public SelectResult trySelect(Source... sources) {
        return selectUntil(0, sources);
    }

    private SelectResult selectUntil(long deadlineNanos, Source[] sources) {
        if (sources.length == 0) {
            throw new IllegalArgumentException("select was called without a source");
        }
        long until = deadlineNanos;
        for (Source source : sources) {
            if (source instanceof PendingReply<?> pending) {
                until = Math.min(until, pending.deadlineNanos()); // then it is ready, with its timeout
            }
        }
        int index = port().select(sources, until);
        if (index < 0 && until < deadlineNanos) {
            index = port().select(sources, 0);
        }
        if (index < 0) {
            return until == ActorPort.NEVER
                    ? SelectResult.Nothing.DEADLOCK
                    : deadlineNanos == 0 ? SelectResult.Nothing.WOULD_BLOCK : SelectResult.Nothing.TIMEOUT;
        }
        return sources[index] instanceof MessageFilter
                ? new SelectResult.Received(index, selection().takeSelected())
                : new SelectResult.Ready(index, sources[index].take());
    }

    abstract Selection selection();

    // ---- requests ----

    @Override
    public RequestResult<Message> request(ActorId to, int tag, Object data) {
        return requestUntil(to, tag, data, ActorPort.NEVER);
    }

    @Override
    public RequestResult<Message> request(ActorId to, int tag, Object data, Duration timeout) {
        return requestUntil(to, tag, data, port().deadlineIn(timeout));
    }

    @Override
    public RequestResult<Message> request(String name, int tag, Object data) {
        ActorId to = hive.names().find(name);
        return to == null ? notFound(data) : request(to, tag, data);
    }

    @Override
    public RequestResult<Message> request(String name, int tag, Object data, Duration timeout) {
        long deadlineNanos = ActorIpc.requireWait(port().deadlineIn(timeout));
        ActorId to = hive.names().find(name);
        return to == null ? notFound(data) : requestUntil(to, tag, data, deadlineNanos);
    }

    private static NoReply<Message> notFound(Object data) {
        Objects.requireNonNull(data, "data");
        return NoReply.of(NoReply.Reason.NOT_FOUND);
    }

    private RequestResult<Message> requestUntil(ActorId to, int tag, Object data, long deadlineNanos) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return port().request(to, tag, object, Payload.bytesOf(data), deadlineNanos, false);
    }

    @Override
    public StartRequestResult<Message> startRequest(ActorId to, int tag, Object data) {
        return startUntil(to, tag, data, ActorPort.NEVER);
    }

    @Override
    public StartRequestResult<Message> startRequest(ActorId to, int tag, Object data, Duration timeout) {
        return startUntil(to, tag, data, port().deadlineIn(timeout));
    }

    @Override
    public StartRequestResult<Message> startRequest(String name, int tag, Object data, Duration timeout) {
        long deadlineNanos = ActorIpc.requireWait(port().deadlineIn(timeout));
        ActorId to = hive.names().find(name);
        return to == null ? notFound(data) : startUntil(to, tag, data, deadlineNanos);
    }

    private StartRequestResult<Message> startUntil(ActorId to, int tag, Object data, long deadlineNanos) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return port().startRequest(to, tag, object, Payload.bytesOf(data), deadlineNanos, false);
    }

    // ---- replies ----

    @Override
    public ReplyStatus reply(Message request, Object data) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return port().reply(request, object, Payload.bytesOf(data));
    }

    @Override
    public ReplyStatus reply(Message request) {
        return port().reply(request, null, MemorySegment.NULL);
    }

    @Override
    public DeferredReply<Object> deferReply(Message request) {
        return port().defer(request, false);
    }

    @Override
    public NotifyStatus forward(Message request, ActorId to) {
        return port().forward(request, to);
    }

    @Override
    public NotifyStatus forward(Message request, ActorId to, int tag, Object data) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return port().forward(request, to, tag, object, Payload.bytesOf(data));
    }

    // ---- spawning ----

    @Override
    public ActorId spawnLinked(Handler handler, ActorConfig config) {
        return spawn(handler, config.beforeInit(child -> link(child).orThrow()));
    }

    @Override
    public ActorId spawnLinked(ActorBody body, ActorConfig config) {
        return spawn(body, config.beforeInit(child -> link(child).orThrow()));
    }

    @Override
    public Monitor spawnMonitored(Handler handler, ActorConfig config) {
        var monitor = new Monitor[1];
        ActorId unused = spawn(handler, config.beforeInit(id -> monitor[0] = monitor(id).orThrow()));
        return monitor[0];
    }

    @Override
    public Monitor spawnMonitored(ActorBody body, ActorConfig config) {
        var monitor = new Monitor[1];
        ActorId unused = spawn(body, config.beforeInit(id -> monitor[0] = monitor(id).orThrow()));
        return monitor[0];
    }

    // ---- futures ----

    @Override
    public <T extends @Nullable Object> T await(CompletionStage<T> stage) throws ExecutionException {
        CompletableFuture<T> future = stage.toCompletableFuture();
        if (port().select(new Source[] {new FutureSource(future)}, ActorPort.NEVER) < 0) {
            throw new IllegalStateException("a wait for a future can never end: " + stage);
        }
        return valueOf(future);
    }

    @Override
    public <T extends @Nullable Object> T await(CompletionStage<T> stage, Duration timeout)
            throws ExecutionException, TimeoutException {
        CompletableFuture<T> future = stage.toCompletableFuture();
        if (port().select(new Source[] {new FutureSource(future)}, port().deadlineIn(timeout)) < 0) {
            throw new TimeoutException("no value within " + timeout + ": " + stage);
        }
        return valueOf(future);
    }

    private static <T extends @Nullable Object> T valueOf(CompletableFuture<T> future) throws ExecutionException {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw new ExecutionException(e.getCause());
        }
    }
}
