package io.hiveactor.runtime.port;

import org.jspecify.annotations.Nullable;

/**
 * An actor that calls. On the shard where its calls are performed it makes them itself; elsewhere they travel, and it waits.
 * Only an actor that was killed leaves in the middle of a call: it is for its end to clean up then, which follows the call
 * on the same way.
 *
 * <p><b>Threads:</b> owner only, the actor's own code, after {@link ActorPort#enter}.
 */
public final class ActorCaller extends Caller {
    private final ActorPort port;
    private final Pause pause;
    private final int shard;
    private final boolean isHere;
    private TakeBack takeBack = new TakeBack();

    /** @param shard where its calls are performed */
    public ActorCaller(ActorPort port, int shard) {
        this.port = port;
        this.shard = shard;
        pause = port.pause();
        isHere = port.shard() == shard;
    }

    /** Whether the actor lives on the shard where its calls are performed. */
    public boolean isHere() {
        return isHere;
    }

    @Override
    public void perform(ShardCall call, long timeoutNanos) {
        call.madeBy(this, timeoutNanos != 0);
        pause.begin();
        if (!isHere) {
            performThere(call, timeoutNanos);
        } else if (!call.begins()) {
            awaitHere(call, deadline(timeoutNanos));
        }
    }

    private void awaitHere(ShardCall call, long deadlineNanos) {
        pause.heldBy(call);
        try {
            if (!pause.await(deadlineNanos)) {
                call.giveUp(why(deadlineNanos));
            }
        } catch (Throwable e) { // it cannot wait here; or it was killed
            call.giveUp(ShardCall.Ending.FORSAKEN);
            throw e;
        }
    }

    private void performThere(ShardCall call, long timeoutNanos) {
        long deadlineNanos = timeoutNanos == 0 ? ActorPort.NEVER : deadline(timeoutNanos);
        if (pause.await(shard, call, deadlineNanos)) {
            return;
        }
        if (takeBack.isOnItsWay) { // that of an earlier call, which ended by itself
            takeBack = new TakeBack();
        }
        takeBack.call = call;
        takeBack.why = why(deadlineNanos);
        takeBack.isOnItsWay = true;
        boolean isOver = pause.await(shard, takeBack, ActorPort.NEVER);
        assert isOver;
    }

    private long deadline(long timeoutNanos) {
        return timeoutNanos == Timeouts.FOREVER ? ActorPort.NEVER : port.deadlineIn(timeoutNanos);
    }

    private static ShardCall.Ending why(long deadlineNanos) {
        return deadlineNanos == ActorPort.NEVER ? ShardCall.Ending.DEADLOCK : ShardCall.Ending.TIMEOUT;
    }

    @Override
    void isOver() {
        if (isHere) {
            pause.endHere();
        } else {
            pause.endThere();
        }
    }

    @Override
    void isHeld(Explained call) {
        pause.heldBy(call);
    }

    /** Follows a call whose time is over, so that exactly one of the two ends it. */
    private final class TakeBack extends ShardTask {
        private @Nullable ShardCall call;
        private ShardCall.Ending why = ShardCall.Ending.TIMEOUT;
        private volatile boolean isOnItsWay;

        @Override
        public void run() {
            end(why);
        }

        @Override
        public void refused() {
            end(ShardCall.Ending.FORSAKEN);
        }

        private void end(ShardCall.Ending ending) {
            ShardCall taken = call;
            if (taken != null && taken.giveUp(ending)) {
                isOver();
            }
            isOnItsWay = false;
        }
    }
}
