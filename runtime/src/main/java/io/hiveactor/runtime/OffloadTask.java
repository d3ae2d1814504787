package io.hiveactor.runtime;

import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Work that an actor waits for while an offload thread does it.
 *
 * <p><b>Threads:</b> the offload thread writes the outcome and pushes the task into the shard's inbox, which
 * hands it to the shard.
 */
final class OffloadTask<T, X extends Exception> extends Command implements Runnable {
    private final Actor actor;
    private final Work<T, X> work;
    private @Nullable T value;
    private @Nullable Throwable failure;
    private volatile @Nullable Future<?> future;

    /** Links tasks on their way to the offload threads. Owner only. */
    @Nullable OffloadTask<?, ?> nextPending;

    /** The actor does not wait for it any more; if it has not begun it never will. Owner only. */
    boolean isDropped;

    /** The outcome has come back to the shard. Owner only. */
    boolean isArrived;

    OffloadTask(Actor actor, Work<T, X> work) {
        this.actor = actor;
        this.work = work;
    }

    void runningAs(Future<?> submitted) {
        future = submitted;
    }

    @Override
    public void run() {
        try {
            value = work.run();
        } catch (Throwable e) {
            failure = e; // the actor's to see: result() throws it there
        }
        actor.home.push(this);
    }

    /** It could not be given to a thread, which its actor is told as the work's failure. By the shard. */
    void notBegun(Throwable why) {
        failure = why;
        arrive(actor.home);
    }

    @Override
    void arrive(Shard shard) {
        isArrived = true;
        if (actor.offload == this && actor.state == ActorState.OFFLOADING) {
            shard.runQueue.add(actor);
        }
    }

    /** Interrupts the work of an actor that was killed. */
    void cancel() {
        Future<?> submitted = future;
        if (submitted != null) {
            submitted.cancel(true);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a Work throws X or something unchecked; null is its own result
    T result() throws X {
        Throwable thrown = failure;
        if (thrown == null) {
            return value;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (X) Objects.requireNonNull(thrown);
    }
}
