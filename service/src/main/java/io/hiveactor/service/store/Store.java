package io.hiveactor.service.store;

import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Rules;
import java.util.List;

/**
 * A durable set of messages.
 *
 * <p><b>Threads:</b> one thread at a time, and a platform thread: drivers block in native code.
 */
public interface Store extends AutoCloseable {
    /**
     * Executes operations in one transaction and returns when it is committed.
     *
     * <p>An operation that makes the transaction fail is refused with {@link io.hiveactor.service.queue.Refusal#STORE}; the
     * others are committed.
     *
     * @param rules limits and rules that hold for this batch
     * @throws StoreException if the commit failed: nobody knows whether the operations happened. Only {@link #recover()} and
     *     {@link #close()} may follow
     */
    BatchResult execute(List<Operation> operations, Rules rules) throws StoreException;

    /**
     * Makes the store usable again after a failed commit.
     *
     * @throws StoreException if it is still not usable; try again later
     */
    void recover() throws StoreException;

    /** What the store takes on disk and in memory. */
    StoreFigures figures();

    /**
     * What the queues hold, for metrics; queues without messages are left out.
     *
     * @param limit most queues to look at
     * @throws StoreException if the store cannot be read
     */
    List<QueueDepth> depths(int limit) throws StoreException;

    /** Commits what is left to commit and releases files and locks. Calling it again has no effect. */
    @Override
    void close();
}
