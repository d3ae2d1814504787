package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Pause;
import io.hiveactor.runtime.port.ShardTask;
import io.hiveactor.runtime.port.Timeouts;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The channel calls of an actor.
 *
 * <p><b>Threads:</b> owner only, the actor's own code; while it waits for a call elsewhere, what belongs to the call is the
 * table's shard.
 */
final class ActorTask extends ChannelTask {
    /*
     * An actor is in one call at a time, so it has one Line, one RemoteCall and one pause, used again and again. A call ends
     * when its outcome is certain, also after a timeout: then whatever it had in line has left it. Only a killed actor leaves
     * in the middle; its exit, which follows on the same way, cleans up behind it.
     */
    final ActorPort port;
    final boolean isHere;
    final Pause pause;
    /** Of the same actor, for other channels. */
    final @Nullable ActorTask next;

    private final Line line;
    private final @Nullable RemoteCall remote;

    ActorTask(Channels channels, ActorPort port, int pid, @Nullable ActorTask next) {
        super(channels, pid);
        this.port = port;
        this.next = next;
        pause = port.pause();
        isHere = port.shard() == channels.shard;
        line = new Line(this);
        remote = isHere ? null : new RemoteCall(this, line);
    }

    @Override
    <R> R ask(Function<ChannelTable, R> question) {
        port.enter();
        if (isHere) {
            return question.apply(channels.table);
        }
        var asked = new Question<R>(this, question);
        pause.begin();
        boolean isAnswered = pause.await(channels.shard, asked, ActorPort.NEVER);
        if (!isAnswered) {
            throw new IllegalStateException("a question to " + channels.hive + " had no answer");
        }
        return asked.answer();
    }

    @Override
    ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos) {
        Objects.requireNonNull(message, "message");
        port.enter();
        if (!isHere) {
            return remote().perform(Operation.SEND, handle, message, timeoutNanos);
        }
        if (timeoutNanos == 0) {
            return channels.table.send(pid, handle, message);
        }
        line.prepare(message, true);
        ChannelStatus status = channels.table.send(pid, handle, line, timeoutNanos);
        return status == ChannelStatus.WAITING ? await() : status;
    }

    @Override
    ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos) {
        Objects.requireNonNull(into, "message");
        port.enterReceive();
        if (!isHere) {
            return remote().perform(Operation.RECEIVE, handle, into, timeoutNanos);
        }
        if (timeoutNanos == 0) {
            return channels.table.receive(pid, handle, into);
        }
        line.prepare(into, false);
        ChannelStatus status = channels.table.receive(pid, handle, line, timeoutNanos);
        return status == ChannelStatus.WAITING ? await() : status;
    }

    private RemoteCall remote() {
        return Objects.requireNonNull(remote, "an actor of another shard has one");
    }

    /** Waits in line, on the table's own shard. */
    private ChannelStatus await() {
        try {
            if (line.isWaiting()) { // otherwise it was served while it got in line
                pause.heldBy(line);
            }
            if (!pause.await(line.deadlineNanos())) {
                boolean isEndless = line.deadlineNanos() == Waiter.NEVER;
                boolean hasLeft = isEndless ? channels.table.withdraw(line) : channels.table.expire(line);
                return isEndless && hasLeft ? ChannelStatus.DEADLOCK : line.outcome();
            }
            return line.outcome();
        } catch (Throwable e) { // it cannot wait here; or it was killed
            channels.table.withdraw(line);
            throw e;
        }
    }

    @Override
    public Source source(int handle) {
        port.enter();
        var source = new ChannelSource(this, handle);
        port.isExplainedBy(source, source);
        return source;
    }

    /** The actor ends. By its shard. */
    void exit() {
        channels.forget(pid);
        if (isHere) {
            channels.table.exit(pid);
        } else {
            channels.port.execute(channels.shard, new Exit(this));
        }
    }

    /** Has the table forget a task. */
    private static final class Exit extends ShardTask {
        private final ActorTask task;

        Exit(ActorTask task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.channels.table.exit(task.pid);
        }
    }

    /** Something to be answered by the table's shard. */
    private static final class Question<R> extends ShardTask {
        private final ActorTask task;
        private final Function<ChannelTable, R> question;
        private @Nullable R answer;
        private @Nullable Throwable failure;

        Question(ActorTask task, Function<ChannelTable, R> question) {
            this.task = task;
            this.question = question;
        }

        @Override
        public void run() {
            try {
                answer = question.apply(task.channels.table);
            } catch (RuntimeException | Error e) {
                failure = e; // the caller's to know
            }
            task.pause.endThere();
        }

        R answer() {
            if (failure != null) {
                throw new IllegalStateException("a question to the channels failed", failure);
            }
            return Objects.requireNonNull(answer, "an answer");
        }
    }
}
