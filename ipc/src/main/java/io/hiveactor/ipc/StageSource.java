package io.hiveactor.ipc;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A future that an actor waits for. It asks the future once to be told, however often the actor waits. */
final class StageSource extends Source {
    private final CompletableFuture<?> future;
    private volatile @Nullable WakeUp armed;
    private boolean isAsked;

    StageSource(CompletableFuture<?> future) {
        this.future = future;
    }

    @Override
    protected boolean isReady() {
        return future.isDone();
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        armed = wakeUp;
        if (!isAsked) {
            CompletableFuture<?> ignored = future.whenComplete((value, failure) -> completed());
            isAsked = ignored != null;
        }
    }

    private void completed() {
        WakeUp waiting = armed;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        armed = null;
    }

    @Override
    public String toString() {
        return future.toString();
    }
}
