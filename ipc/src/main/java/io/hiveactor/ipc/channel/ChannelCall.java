package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import io.hiveactor.runtime.port.Timeouts;

/**
 * A send or a receive, on its way to the table and in line there. It is used again and again.
 *
 * <p><b>Threads:</b> as every {@link ShardCall}.
 */
final class ChannelCall extends ShardCall {
    private static final ChannelMessage NONE = new ChannelMessage(0);
    /** How much later than the table the caller gives up: the table ends waits that are due in their order. */
    private static final long GRACE_NANOS = 1_000_000;

    private final ChannelClient task;
    private final Place place = new Place();
    private boolean isSend;
    private int handle;
    private long timeoutNanos;
    private long madeNanos;
    /** Whoever gives it up says himself that it is over. */
    private boolean isGivenUp;

    private ChannelStatus outcome = ChannelStatus.WAITING;

    ChannelCall(ChannelClient task) {
        this.task = task;
    }

    /** For the next use. */
    void prepare(boolean sends, int on, ChannelMessage message, long timeout) {
        isSend = sends;
        handle = on;
        timeoutNanos = timeout;
        place.carry(message);
    }

    /** Counts what passes on the way to the table as waited for. */
    void travels() {
        madeNanos = timeoutNanos == 0 || timeoutNanos == Waiter.NEVER ? 0 : task.channels.hive.nowNanos();
    }

    /** For how long the caller waits for the outcome; as {@link Timeouts} has it. */
    long callerTimeoutNanos() {
        return timeoutNanos == 0 || timeoutNanos >= Timeouts.FOREVER - GRACE_NANOS
                ? timeoutNanos
                : timeoutNanos + GRACE_NANOS;
    }

    ChannelStatus outcome() {
        return outcome;
    }

    @Override
    protected boolean begin(boolean mayWait) {
        ChannelStatus status = mayWait ? wait(task.channels.table) : tryOnce(task.channels.table);
        if (status == ChannelStatus.WAITING) {
            return false; // and perhaps it was served while it got in line, and has its outcome
        }
        outcome = status;
        return true;
    }

    private ChannelStatus wait(ChannelTable table) {
        return isSend
                ? table.send(task.pid, handle, place, left())
                : table.receive(task.pid, handle, place, left());
    }

    private ChannelStatus tryOnce(ChannelTable table) {
        return isSend
                ? table.send(task.pid, handle, place.message())
                : table.receive(task.pid, handle, place.message());
    }

    private long left() {
        return madeNanos == 0
                ? timeoutNanos
                : Math.max(1, timeoutNanos - (task.channels.hive.nowNanos() - madeNanos));
    }

    @Override
    @CanIgnoreReturnValue
    protected boolean giveUp(Ending why) {
        if (!place.isWaiting()) {
            return false;
        }
        if (why == Ending.TIMEOUT) {
            isGivenUp = true;
            task.channels.table.expireDue();
            task.channels.table.expire(place);
            isGivenUp = false;
        } else {
            outcome = outcomeOf(why);
            task.channels.table.withdraw(place, outcome);
        }
        return true;
    }

    /** No switch: it would load a class at its first use, which fails at the end of an actor's stack. */
    private ChannelStatus outcomeOf(Ending why) {
        if (why == Ending.DEADLOCK) {
            return ChannelStatus.DEADLOCK;
        }
        return why == Ending.INTERRUPTED ? ChannelStatus.INTERRUPTED : place.notNow();
    }

    @Override
    protected void closed() {
        outcome = ChannelStatus.CLOSED;
    }

    @Override
    public Wait explain() {
        Descriptor channel = place.owner().descriptor;
        return isSend ? Explanation.ofRoom(task, channel) : Explanation.ofMessage(task, channel);
    }

    @Override
    public boolean isIdle() {
        return !isSend;
    }

    /** Where the call stands in line. */
    private final class Place extends Waiter {
        Place() {
            super(NONE);
        }

        @Override
        protected void completed(ChannelStatus status) {
            outcome = status;
            if (!isGivenUp) {
                ended();
            }
        }
    }
}
