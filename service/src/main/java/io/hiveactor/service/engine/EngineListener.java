package io.hiveactor.service.engine;

import io.hiveactor.service.store.BatchReport;
import java.time.Duration;

/**
 * What happens in the engine, for metrics and logs. Called by actors and by the store's thread; must not wait or throw.
 *
 * <p><b>Threads:</b> any thread.
 */
public interface EngineListener {
    EngineListener NONE = new EngineListener() {};

    /** A transaction was committed. */
    default void batchCommitted(int operations, Duration took, BatchReport report) {}

    /** The store failed. The text has no payload and no token. */
    default void storeFailed(String reason) {}

    /** The scanner woke up this long after something was due. */
    default void scannerWoke(long lateNanos) {}

    /** The committer had no room for a sweep. */
    default void sweepRefused() {}
}
