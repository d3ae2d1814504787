package io.hiveactor.runtime.port;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread outside that calls, and is parked until the call is over. For one call.
 *
 * <p><b>Threads:</b> made and used by one thread, and told by the shard.
 */
public final class OutsideCaller extends Caller {
    private final Hive hive;
    private final HivePort port;
    private final int shard;
    private final Thread thread = Thread.currentThread();
    private volatile boolean isOver;
    private volatile boolean isClosed;

    public OutsideCaller(Hive hive, int shard) {
        this.hive = hive;
        this.shard = shard;
        port = HivePort.of(hive);
        ActorContext actor = hive.current();
        if (actor != null) {
            throw new IllegalStateException(
                    "an actor uses its own calls, not those of threads outside: " + actor.self());
        }
    }

    /** An interrupt ends a wait, and leaves the thread interrupted. */
    @Override
    public void perform(ShardCall call, long timeoutNanos) {
        boolean isEndless = timeoutNanos == 0 || timeoutNanos == Timeouts.FOREVER; // also a call that does not wait travels
        long deadlineNanos = isEndless ? ActorPort.NEVER : port.deadlineIn(timeoutNanos);
        Runnable atClose = this::isClosed;
        call.madeBy(this, timeoutNanos != 0);
        hive.atClose(atClose);
        boolean isInterrupted;
        try {
            isInterrupted = performThere(call, deadlineNanos);
        } finally {
            hive.notAtClose(atClose);
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (!isOver) {
            call.closed();
        }
    }

    /** Until the call is over, or the hive. @return whether the thread was interrupted */
    private boolean performThere(ShardCall call, long deadlineNanos) {
        boolean isInterrupted = false;
        try {
            port.execute(shard, call);
            if (!port.await(this::hasEnded, deadlineNanos)) {
                takeBack(call, ShardCall.Ending.TIMEOUT);
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
            takeBack(call, ShardCall.Ending.INTERRUPTED);
        } catch (RuntimeException e) { // a simulation in which nothing can happen any more
            takeBack(call, ShardCall.Ending.FORSAKEN);
            throw e;
        }
        isInterrupted |= awaitAnyhow();
        return isInterrupted;
    }

    private boolean hasEnded() {
        return isOver || isClosed;
    }

    /** Waits for the end, which is certain to come. @return whether the thread was interrupted */
    private boolean awaitAnyhow() {
        boolean isInterrupted = false;
        while (!hasEnded()) {
            try {
                boolean hasCome = port.await(this::hasEnded, ActorPort.NEVER);
                assert hasCome;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        return isInterrupted;
    }

    private void takeBack(ShardCall call, ShardCall.Ending why) {
        port.execute(shard, new ShardTask() {
            @Override
            public void run() {
                if (call.giveUp(why)) {
                    isOver();
                }
            }
        });
    }

    @Override
    void isOver() {
        isOver = true;
        LockSupport.unpark(thread);
    }

    private void isClosed() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    void isHeld(Explained call) {
        // nobody looks at the waits of threads outside here
    }
}
