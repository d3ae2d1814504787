package io.hiveactor.runtime;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A future that an actor waits for. It registers one callback, however often the actor waits. */
final class FutureSource extends Source {
    private final CompletableFuture<?> future;
    private volatile @Nullable WakeUp armed;
    private boolean isRegistered;

    FutureSource(CompletableFuture<?> future) {
        this.future = future;
    }

    @Override
    protected boolean isReady() {
        return future.isDone();
    }

    @Override
    protected @Nullable Object take() {
        return future.state() == CompletableFuture.State.SUCCESS ? future.resultNow() : null;
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        armed = wakeUp;
        if (!isRegistered) {
            CompletableFuture<?> ignored = future.whenComplete((value, failure) -> completed());
            isRegistered = ignored != null;
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
