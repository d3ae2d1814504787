package io.hiveactor.ipc;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import java.util.concurrent.CompletableFuture;

/** A future that an actor waits for. */
final class StageSource extends Source {
    private final CompletableFuture<?> future;

    StageSource(CompletableFuture<?> future) {
        this.future = future;
    }

    @Override
    protected boolean isReady() {
        return future.isDone();
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        CompletableFuture<?> ignored = future.whenComplete((value, failure) -> wakeUp.wake());
        assert ignored != null;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {} // a wake-up that comes later does nothing

    @Override
    public String toString() {
        return future.toString();
    }
}
