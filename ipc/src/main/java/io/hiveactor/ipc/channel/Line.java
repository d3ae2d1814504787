package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;

/**
 * An actor's place in a line of the table.
 *
 * <p><b>Threads:</b> owner only, the table's shard; an actor of another shard touches it before and after its call.
 */
final class Line extends Waiter implements Explained {
    private static final ChannelMessage NONE = new ChannelMessage(0);

    private final ActorTask task;
    private ChannelStatus outcome = ChannelStatus.WAITING;
    private boolean isSend;

    Line(ActorTask task) {
        super(NONE);
        this.task = task;
    }

    /** For the next call. */
    void prepare(ChannelMessage message, boolean sends) {
        carry(message);
        isSend = sends;
        outcome = ChannelStatus.WAITING;
        task.pause.begin();
    }

    ChannelStatus outcome() {
        return outcome;
    }

    /** The call is over. By the table's shard. */
    void end(ChannelStatus status) {
        outcome = status;
        if (task.isHere) {
            task.pause.endHere();
        } else {
            task.pause.endThere();
        }
    }

    @Override
    protected void completed(ChannelStatus status) {
        end(status);
    }

    @Override
    public Wait explain() {
        return isSend ? Explanation.ofRoom(task, owner().descriptor) : Explanation.ofMessage(task, owner().descriptor);
    }

    @Override
    public boolean isIdle() {
        return !isSend;
    }
}
