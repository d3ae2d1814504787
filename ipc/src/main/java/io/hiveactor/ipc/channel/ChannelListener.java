package io.hiveactor.ipc.channel;

/**
 * Receives the events of channels; see {@link Channels#open(io.hiveactor.runtime.Hive, ChannelProfile, int,
 * ChannelListener)}. It is called in the order of the events, shortly after them, and may block. What it throws is
 * logged and counted.
 */
@FunctionalInterface
public interface ChannelListener {
    /** Called at each event. */
    void on(ChannelEvent event);

    /**
     * Called at the end of each operation of a task. A call that has to wait is traced twice: with
     * {@link ChannelStatus#WAITING} when the wait begins, and with its outcome when it ends. A wait that its caller
     * abandons ends with {@code WOULDBLOCK} (a send) or {@code NO_DATA} (a receive), and one whose task exits with
     * {@code CLOSED}.
     */
    default void traced(long nowNanos, int pid, ChannelOperation operation, ChannelStatus outcome) {}
}
