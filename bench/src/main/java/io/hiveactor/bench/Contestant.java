package io.hiveactor.bench;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.Map;

/** One system doing one workload. Made once, run in rounds, closed at the end. */
interface Contestant extends AutoCloseable {
    /** Sets up what the next run needs and uses up: neither its time nor what it allocates counts. */
    default void prepare(int operations) throws InterruptedException {}

    /**
     * Does so many operations.
     *
     * @return the nanoseconds they took
     */
    @CanIgnoreReturnValue
    long run(int operations) throws InterruptedException;

    /** What else the last run has shown, by its name in the JSON. */
    default Map<String, Double> figures() {
        return Map.of();
    }

    @Override
    void close();
}
