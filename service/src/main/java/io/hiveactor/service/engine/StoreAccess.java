package io.hiveactor.service.engine;

import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.store.BatchResult;
import io.hiveactor.service.store.QueueDepth;
import io.hiveactor.service.store.Store;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreFigures;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The store, for one caller at a time, and whether it works.
 *
 * <p>A committer that is killed leaves its transaction running. The next committer waits here until that one has ended.
 *
 * <p><b>Threads:</b> {@link #execute}, {@link #recover} and {@link #close} block, so platform threads only; the rest any
 * thread.
 */
final class StoreAccess {
    private static final long NOT_RUNNING = Long.MIN_VALUE;
    private static final long LOOK_PERIOD_NANOS = 1_000_000_000;
    private static final int MOST_DEPTHS = 4_096;

    private final Store store;
    private final Supplier<Rules> rules;
    private final LongSupplier nanos;
    private final Semaphore turn = new Semaphore(1);
    private volatile boolean isFailed;
    private volatile boolean isClosed;
    private volatile long runningSinceNanos = NOT_RUNNING;
    private volatile StoreFigures figures;
    private volatile List<QueueDepth> depths = List.of();
    private long lookedNanos = Long.MIN_VALUE;

    StoreAccess(Store store, Supplier<Rules> rules, LongSupplier nanos) {
        this.store = store;
        this.rules = rules;
        this.nanos = nanos;
        figures = store.figures();
    }

    BatchResult execute(List<Operation> operations) throws StoreException {
        turn.acquireUninterruptibly();
        try {
            if (isFailed || isClosed) {
                throw new StoreException("the store is " + (isClosed ? "closed" : "not usable"));
            }
            runningSinceNanos = nanos.getAsLong();
            BatchResult result = store.execute(operations, rules.get());
            lookAtStore();
            return result;
        } catch (StoreException e) {
            isFailed = true;
            throw e;
        } finally {
            runningSinceNanos = NOT_RUNNING;
            turn.release();
        }
    }

    private void lookAtStore() throws StoreException {
        long now = nanos.getAsLong();
        if (lookedNanos == Long.MIN_VALUE || now - lookedNanos >= LOOK_PERIOD_NANOS) {
            lookedNanos = now;
            figures = store.figures();
            depths = store.depths(MOST_DEPTHS);
        }
    }

    /** What the queues held within the last second of use. */
    List<QueueDepth> depths() {
        return depths;
    }

    void recover() throws StoreException {
        turn.acquireUninterruptibly();
        try {
            if (isFailed && !isClosed) {
                store.recover();
                isFailed = false;
            }
        } finally {
            turn.release();
        }
    }

    /** Whether the last commit succeeded. */
    boolean isFailed() {
        return isFailed;
    }

    /** How long the running transaction has taken so far; 0 if none runs. */
    long runningNanos() {
        long since = runningSinceNanos;
        return since == NOT_RUNNING ? 0 : Math.max(0, nanos.getAsLong() - since);
    }

    StoreFigures figures() {
        return figures;
    }

    void close() {
        turn.acquireUninterruptibly();
        try {
            isClosed = true;
            store.close();
        } finally {
            turn.release();
        }
    }
}
