package io.hiveactor.runtime;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The few platform threads for work that would hold a shard. They start when first needed and end when idle.
 *
 * <p>Its queue is bounded by the number of actors: each waits for at most one task.
 */
final class OffloadPool {
    private static final long KEEP_ALIVE_SECONDS = 10;

    private final AtomicInteger numbers = new AtomicInteger();
    final ThreadPoolExecutor executor;

    OffloadPool(String hive, int threads) {
        executor = new ThreadPoolExecutor(threads, threads, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), task -> {
                    var thread = new Thread(null, task, hive + "-offload-" + numbers.incrementAndGet(), 0, false);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    /** Runs a task, or none of it if the pool is closed: then its actor is dead. By the task's shard. */
    void submit(OffloadTask<?, ?> task) {
        try {
            task.runningAs(executor.submit(task));
        } catch (RejectedExecutionException closed) {
            task.cancel();
        } catch (Throwable noThread) { // the machine has no more
            task.notBegun(noThread);
        }
    }

    /** Interrupts what runs and drops what waits; the actors of both are dead. */
    void close() {
        executor.shutdownNow();
    }
}
