package io.hiveactor.service.engine;

import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Ulid;
import java.util.List;

/**
 * The way from a request into the engine. Calls wait for the commit.
 *
 * <p><b>Threads:</b> any thread, virtual ones included; only the calling thread waits.
 */
public interface Entrance {
    /**
     * Executes operations in one transaction.
     *
     * @param topic topic of the first one, or "" if it has none: decides which worker takes them
     */
    Answer execute(String topic, List<Operation> operations);

    /** Leases messages, and waits for the first one as long as the poll says. A cancelled or drained poll gets none. */
    Answer receive(Poll poll);

    /**
     * Ends a waiting poll; once this returns, it takes nothing any more.
     *
     * @return false if no such poll waits
     */
    boolean cancel(String topic, String pollId, Ulid capability);

    /**
     * Executes an operation of an operator in slices, each in a transaction of its own: {@link Operation.SettleDead} or
     * {@link Operation.PurgeTopic}. The outcome is that of all slices together.
     */
    Answer operate(Operation operation);
}
