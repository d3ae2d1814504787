package io.hiveactor.bench;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** One system doing one workload. Made once, run in rounds, closed at the end. */
interface Contestant extends AutoCloseable {
    /**
     * Does so many operations.
     *
     * @return the nanoseconds they took
     */
    @CanIgnoreReturnValue
    long run(int operations) throws InterruptedException;

    @Override
    void close();
}
