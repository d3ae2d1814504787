package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.ShardTask;
import org.jspecify.annotations.Nullable;

/**
 * A channel as something to select on: ready when a receive would not have to wait. It takes nothing.
 *
 * <p><b>Threads:</b> owner only, the actor; a watch in line is the table's shard.
 */
final class ChannelSource extends Source implements Explained {
    private final ActorTask task;
    private final int handle;
    /** In line, or has been, since the select began to wait; null outside of that. */
    private volatile @Nullable Watch watch;

    ChannelSource(ActorTask task, int handle) {
        this.task = task;
        this.handle = handle;
    }

    /** While a watch is out, that knows; so a select whose channels are elsewhere can wait without asking them again. */
    @Override
    protected boolean isReady() {
        Watch current = watch;
        return current == null ? task.ask(table -> table.isReadable(task.pid, handle)) : current.isReady;
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        var placed = new Watch(wakeUp);
        boolean waits = task.ask(table -> placed.begins(table));
        watch = placed;
        assert waits || placed.isReady;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        Watch current = watch;
        if (current == null) {
            return;
        }
        watch = null;
        if (task.isHere()) {
            task.channels.table.withdraw(current);
        } else {
            task.channels.port.execute(task.channels.shard, new Withdrawal(current));
        }
    }

    @Override
    public Wait explain() {
        Watch current = watch;
        return current == null || current.isReady
                ? new Wait.Nothing()
                : Explanation.ofMessage(task, current.owner().descriptor);
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public String toString() {
        return "channel handle " + handle + " of pid " + task.pid;
    }

    /** Waits for a message, and leaves it where it is. */
    private final class Watch extends Waiter {
        private final WakeUp wakeUp;
        private volatile boolean isReady;

        Watch(WakeUp wakeUp) {
            super(NONE);
            this.wakeUp = wakeUp;
        }

        /** Whether it is in line; otherwise it is ready, if only to be told an error. */
        boolean begins(ChannelTable table) {
            isReady = table.watch(task.pid, handle, this) != ChannelStatus.WAITING;
            return !isReady;
        }

        @Override
        boolean isWatch() {
            return true;
        }

        @Override
        protected void completed(ChannelStatus outcome) {
            isReady = true;
            wakeUp.wake();
        }
    }

    private static final ChannelMessage NONE = new ChannelMessage(0);

    /** Takes a watch out of line, from another shard. */
    private final class Withdrawal extends ShardTask {
        private final Watch withdrawn;

        Withdrawal(Watch withdrawn) {
            this.withdrawn = withdrawn;
        }

        @Override
        public void run() {
            task.channels.table.withdraw(withdrawn);
        }
    }
}
