package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.ActorCaller;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardTask;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The channel calls of an actor. It is in one call at a time, so it has one, used again and again.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
final class ActorTask extends ChannelClient implements Runnable {
    /** Of the same actor, for other channels. */
    final @Nullable ActorTask next;

    private final ActorPort port;
    private final ActorCaller caller;
    private final boolean isHere;
    private final ChannelCall call = new ChannelCall(this);
    // what it used last: most actors use the same ones over and over
    private @Nullable Handle sending;
    private @Nullable Handle receiving;

    ActorTask(Channels channels, ActorPort port, int pid, @Nullable ActorTask next) {
        super(channels, pid);
        this.port = port;
        this.next = next;
        caller = new ActorCaller(port, channels.shard);
        isHere = caller.isHere();
    }

    boolean isHere() {
        return isHere;
    }

    @Override
    <R> R ask(Function<ChannelTable, R> question) {
        port.enter();
        if (isHere) {
            return question.apply(channels.table);
        }
        var asked = new Question<R>(channels, question);
        caller.perform(asked, 0);
        return asked.answer();
    }

    @Override
    ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos) {
        port.enter();
        Handle known = sending;
        try {
            if (known != null && known.number == handle && known.sendsAtOnce(message)) {
                return ChannelStatus.OK;
            }
        } catch (RuntimeException | Error e) {
            return failed(ChannelOperation.SEND, message, e);
        }
        return sendAnyway(handle, message, timeoutNanos);
    }

    private ChannelStatus sendAnyway(int handle, ChannelMessage message, long timeoutNanos) {
        Objects.requireNonNull(message, "message");
        if (isHere) {
            Handle known = sending;
            if (known == null || known.number != handle) {
                known = channels.table.handle(pid, handle);
                sending = known;
            }
            try {
                if (known != null && channels.table.sendsNow(known, message)) {
                    return ChannelStatus.OK;
                }
            } catch (RuntimeException | Error e) {
                return failed(ChannelOperation.SEND, message, e);
            }
        }
        return perform(true, handle, message, timeoutNanos);
    }

    @Override
    ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos) {
        long leftNanos = port.enterReceive(timeoutNanos);
        Handle known = receiving;
        try {
            if (known != null && known.number == handle && known.receivesAtOnce(into)) {
                return ChannelStatus.OK;
            }
        } catch (RuntimeException | Error e) {
            return failed(ChannelOperation.RECEIVE, into, e);
        }
        return receiveAnyway(handle, into, leftNanos);
    }

    private ChannelStatus receiveAnyway(int handle, ChannelMessage into, long timeoutNanos) {
        Objects.requireNonNull(into, "message");
        if (isHere) {
            Handle known = receiving;
            if (known == null || known.number != handle) {
                known = channels.table.handle(pid, handle);
                receiving = known;
            }
            try {
                if (known != null && channels.table.receivesNow(known, into)) {
                    return ChannelStatus.OK;
                }
            } catch (RuntimeException | Error e) {
                return failed(ChannelOperation.RECEIVE, into, e);
            }
        }
        return perform(false, handle, into, timeoutNanos);
    }

    private ChannelStatus failed(ChannelOperation operation, ChannelMessage message, Throwable thrown) {
        Objects.requireNonNull(message, "message"); // that is the caller's bug
        return channels.table.failed(pid, operation, thrown);
    }

    private ChannelStatus perform(boolean isSend, int handle, ChannelMessage message, long timeoutNanos) {
        call.prepare(isSend, handle, message, timeoutNanos);
        if (!isHere) {
            call.travels();
        }
        caller.perform(call, call.callerTimeoutNanos());
        return call.outcome();
    }

    @Override
    public Source source(int handle) {
        port.enter();
        var source = new ChannelSource(this, handle);
        port.isExplainedBy(source, source);
        return source;
    }

    /** The actor ends. By its shard. */
    @Override
    public void run() {
        channels.forget(pid);
        if (isHere) {
            channels.table.exit(pid);
        } else {
            channels.port.execute(channels.shard, new Exit(this));
        }
    }

    /** Has the table forget a task. */
    static final class Exit extends ShardTask {
        private final ActorTask task;

        Exit(ActorTask task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.channels.table.exit(task.pid);
        }
    }
}
