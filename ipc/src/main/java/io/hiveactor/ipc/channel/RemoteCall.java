package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardTask;
import io.hiveactor.runtime.port.Timeouts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A send or a receive of an actor whose shard is not the table's: it travels there, and the actor waits until it is over.
 * The timeout counts from the call; when it comes, a {@link TakeBack} follows the call, so that exactly one of the two ends
 * it.
 *
 * <p><b>Threads:</b> filled and read by the actor; in between it is the table's shard.
 */
final class RemoteCall extends ShardTask {
    private final ActorTask task;
    private final Line line;
    private Operation operation = Operation.SEND;
    private int handle;
    private @Nullable ChannelMessage message;
    /** 0 does not wait. */
    private long deadlineNanos;

    private TakeBack takeBack;

    RemoteCall(ActorTask task, Line line) {
        this.task = task;
        this.line = line;
        takeBack = new TakeBack(task, line);
    }

    ChannelStatus perform(Operation what, int on, ChannelMessage with, long timeoutNanos) {
        operation = what;
        handle = on;
        message = with;
        deadlineNanos = timeoutNanos == 0 || timeoutNanos == Timeouts.FOREVER
                ? timeoutNanos
                : task.port.deadlineIn(timeoutNanos);
        line.prepare(with, what == Operation.SEND);
        long untilNanos = deadlineNanos == 0 ? ActorPort.NEVER : deadlineNanos;
        if (!task.pause.await(task.channels.shard, this, untilNanos)) {
            if (takeBack.isOnItsWay()) { // that of an earlier call, which ended by itself
                takeBack = new TakeBack(task, line);
            }
            takeBack.isForDeadlock = untilNanos == ActorPort.NEVER;
            takeBack.leaves();
            boolean isOver = task.pause.await(task.channels.shard, takeBack, ActorPort.NEVER);
            assert isOver;
        }
        message = null;
        return line.outcome();
    }

    @Override
    public void run() {
        ChannelMessage with = Objects.requireNonNull(message, "a call under way has a message");
        ChannelStatus status = deadlineNanos == 0 ? once(with) : waiting();
        if (status != ChannelStatus.WAITING) {
            line.end(status);
        } else if (line.isWaiting()) { // otherwise it was served while it got in line, and has ended
            task.pause.heldBy(line);
        }
    }

    private ChannelStatus once(ChannelMessage with) {
        ChannelTable table = task.channels.table;
        return operation == Operation.SEND
                ? table.send(task.pid, handle, with)
                : table.receive(task.pid, handle, with);
    }

    private ChannelStatus waiting() {
        ChannelTable table = task.channels.table;
        long left = deadlineNanos == Timeouts.FOREVER
                ? Waiter.NEVER
                : Math.max(1, deadlineNanos - task.channels.hive.nowNanos());
        return operation == Operation.SEND
                ? table.send(task.pid, handle, line, left)
                : table.receive(task.pid, handle, line, left);
    }

    @Override
    public void refused() {
        line.end(ChannelStatus.CLOSED);
    }

    /** Ends a call whose time is over, unless it has ended by itself. */
    private static final class TakeBack extends ShardTask {
        private final ActorTask task;
        private final Line line;
        boolean isForDeadlock;
        private volatile boolean isOnItsWay;

        TakeBack(ActorTask task, Line line) {
            this.task = task;
            this.line = line;
        }

        boolean isOnItsWay() {
            return isOnItsWay;
        }

        void leaves() {
            isOnItsWay = true;
        }

        @Override
        public void run() {
            if (!isForDeadlock) {
                task.channels.table.expire(line);
            } else if (task.channels.table.withdraw(line)) {
                line.end(ChannelStatus.DEADLOCK);
            }
            isOnItsWay = false;
        }

        @Override
        public void refused() {
            if (task.channels.table.withdraw(line)) {
                line.end(ChannelStatus.CLOSED);
            }
            isOnItsWay = false;
        }
    }
}
