package io.hiveactor.ipc.channel;

/**
 * Watches a table. It is called in the middle of an operation and must not call the table; what it throws is counted
 * and otherwise ignored.
 */
@FunctionalInterface
public interface ChannelListener {
    void on(ChannelEvent event);

    /** The trace: called at the end of each operation of a task. */
    default void traced(long nowNanos, int pid, Operation operation, ChannelStatus outcome) {}
}
