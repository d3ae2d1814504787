package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.ShardTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A channel as something to select on: ready when a receive would not have to wait. It takes nothing.
 *
 * <p><b>Threads:</b> owner only, the actor; a watch in line is the table's shard.
 */
final class ChannelSource extends Source implements Explained, Function<ChannelTable, Boolean> {
    /*
     * The questions to the table are these objects themselves, and no lambdas: a select may be the first one of the
     * JVM, at the end of its actor's stack, where a lambda could not be linked.
     */

    private final ActorTask task;
    private final int handle;
    /** In line, or has been, since the innermost select began to wait; null outside of that. */
    private volatile @Nullable Watch watch;

    ChannelSource(ActorTask task, int handle) {
        this.task = task;
        this.handle = handle;
    }

    /** While a watch is out, that knows; so a select whose channels are elsewhere can wait without asking them again. */
    @Override
    protected boolean isReady() {
        Watch current = watch;
        return current == null ? task.ask(this) : current.isReady;
    }

    /** Whether a receive would not have to wait. */
    @Override
    public Boolean apply(ChannelTable table) {
        return table.isReadable(task.pid, handle);
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        Watch outer = watch;
        if (outer != null && outer.wakeUp == wakeUp) {
            return; // one select names it twice
        }
        var placed = new Watch(wakeUp, outer);
        boolean waits = task.ask(placed);
        watch = placed;
        assert waits || placed.isReady;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        Watch current = watch;
        if (current == null || current.wakeUp != wakeUp) {
            return;
        }
        watch = current.outer;
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
    final class Watch extends Waiter implements Function<ChannelTable, Boolean> {
        private final WakeUp wakeUp;
        /** Of the select that this one is within: another source may select in its turn. */
        private final @Nullable Watch outer;

        private volatile boolean isReady;

        Watch(WakeUp wakeUp, @Nullable Watch outer) {
            super(NONE);
            this.wakeUp = wakeUp;
            this.outer = outer;
        }

        /** Whether it is in line; otherwise it is ready, if only to be told an error. */
        @Override
        public Boolean apply(ChannelTable table) {
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
    final class Withdrawal extends ShardTask {
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
