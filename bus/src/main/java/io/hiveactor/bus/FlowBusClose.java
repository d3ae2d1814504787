package io.hiveactor.bus;

import io.hiveactor.runtime.port.ShardTask;

/**
 * The close of a bus, as something that an actor can wait for besides what it publishes there.
 *
 * <p><b>Threads:</b> one actor waits, the shard of the bus tells it.
 */
final class FlowBusClose extends FlowNews implements Awaiting {
    private final BusCore core;
    private volatile boolean hasCome;

    private FlowBusClose(BusCore core) {
        super("the close of " + core);
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
        tell();
    }

    @Override
    protected boolean isReady() {
        return hasCome;
    }
}
