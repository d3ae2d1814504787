package io.hiveactor.runtime.port;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

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
    /** When its wait ends by itself; set before the shard has the call. */
    private long deadlineNanos;
    /** Set by the shard once the call has to wait. */
    private volatile @Nullable ExternalWait wait;

    public OutsideCaller(Hive hive, int shard) {
        this.hive = hive;
        this.shard = shard;
        port = HivePort.of(hive);
        ActorContext actor = hive.current();
        if (actor != null) {
            throw new IllegalStateException(
                    "an actor must use its own calls, not those of external threads: " + actor.self());
        }
    }

    /** An interrupt ends a wait, and leaves the thread interrupted. */
    @Override
    public void perform(ShardCall call, long timeoutNanos) {
        boolean isEndless = timeoutNanos == 0 || timeoutNanos == Timeouts.FOREVER; // also a call that does not wait travels
        deadlineNanos = isEndless ? ActorPort.NEVER : port.deadlineIn(timeoutNanos);
        Runnable atClose = this::isClosed;
        call.madeBy(this, timeoutNanos != 0);
        hive.atClose(atClose);
        boolean isInterrupted;
        try {
            isInterrupted = performThere(call);
        } finally {
            HivePort.of(hive).notAtClose(atClose);
            endWait();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (!isOver) {
            call.closed();
        }
    }

    /** Until the call is over, or the hive. @return whether the thread was interrupted */
    private boolean performThere(ShardCall call) {
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

    /** Only from here on the call is a wait that snapshots show: most calls do not come so far. */
    @Override
    void isHeld(Explained call) {
        var begun = new ExternalWait(thread, call, hive.nowNanos(), deadlineNanos);
        wait = begun;
        port.beginWait(begun);
        if (isClosed) { // then the thread may have looked for a wait before there was one
            port.endWait(begun);
        }
    }

    private void endWait() {
        ExternalWait begun = wait;
        if (begun != null) {
            port.endWait(begun);
        }
    }
}
