package io.hiveactor.bus;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.ShardTask;
import org.jspecify.annotations.Nullable;

/**
 * The close of a bus, as something that an actor can wait for besides what it publishes there.
 *
 * <p><b>Threads:</b> one actor waits, the shard of the bus tells it.
 */
final class FlowBusClose extends Source implements Awaiting, Explained {
    private final BusCore core;
    private volatile boolean hasCome;
    private volatile @Nullable WakeUp armed;

    private FlowBusClose(BusCore core) {
        this.core = core;
    }

    /** For an actor, until its end. */
    static FlowBusClose watchedBy(Member member) {
        var close = new FlowBusClose(member.core);
        member.port.atEnd(close::leave); // before the call, in the middle of which the actor may be killed
        member.port.isExplainedBy(close, close);
        if (member.ask(ring -> ring.awaitClose(close))) {
            close.hasCome = true;
        }
        return close;
    }

    private void leave() {
        core.port.execute(core.shard, new ShardTask() {
            @Override
            public void run() {
                core.ring.stopAwaitingClose(FlowBusClose.this);
            }
        });
    }

    boolean hasCome() {
        return hasCome;
    }

    @Override
    public void available() {
        hasCome = true;
        WakeUp waiting = armed;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    protected boolean isReady() {
        return hasCome;
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        armed = wakeUp;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        armed = null;
    }

    @Override
    public Wait explain() {
        return new Wait.Unknown("the close of " + core);
    }

    @Override
    public boolean isIdle() {
        return true;
    }
}
