package io.hiveactor.runtime;

/** Who is served first of those who wait to send. */
public enum WaiterOrder {
    /** The highest priority, and within one who came first. While all have the same priority that is {@link #FIFO}. */
    BY_PRIORITY,
    /** Who came first. */
    FIFO
}
