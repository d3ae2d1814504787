package io.hiveactor.runtime;

import io.hiveactor.runtime.waiting.WaitList;

/** The order in which waiting senders are served. */
public enum WaiterOrder {
    /**
     * By priority, in FIFO order within a priority; while all have the same priority that is {@link #FIFO}. Strict, unless
     * {@link HiveConfig#fairness()} bounds how long a lower priority can starve.
     */
    BY_PRIORITY,
    /** First come, first served. */
    FIFO;

    /** @param fairness see {@link HiveConfig#fairness()} */
    WaitList newList(int fairness) {
        return new WaitList(this == FIFO ? 1 : Priority.values().length, fairness);
    }
}
