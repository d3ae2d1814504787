package io.hiveactor.ipc.channel;

/**
 * Watches channels. Given to a {@link ChannelTable} it is called in the middle of an operation and must not call the table;
 * what it throws is counted and otherwise ignored. Given to {@link Channels} it is called a little later, and may block.
 */
@FunctionalInterface
public interface ChannelListener {
    void on(ChannelEvent event);

    /**
     * The trace: called at the end of each operation of a task. A call that has to wait is traced twice: with
     * {@link ChannelStatus#WAITING} when the wait begins, and with its outcome when it ends. A wait that its caller
     * gives up ends with {@code WOULDBLOCK} (a send) or {@code NO_DATA} (a receive), and one whose task exits with
     * {@code CLOSED}.
     */
    default void traced(long nowNanos, int pid, Operation operation, ChannelStatus outcome) {}
}
