package io.hiveactor.ipc.channel;

/**
 * Something that happened in a table. Within one send they come in the order: dropped messages, withheld copies, the
 * send itself, the wakes.
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface ChannelEvent {
    /** A send, also one of no bytes, which queues nothing. A waiting send is told when its message is queued. */
    record Sent(int pid, int descriptor, int handle, int length, int flags, int channel, int sourcePid)
            implements ChannelEvent {}

    /** A receive that found its message at once; one that waited is told as {@link Woken}. */
    record Received(int pid, int descriptor, int handle, int length, int flags, int channel, int sourcePid)
            implements ChannelEvent {}

    /** A call begins to wait: a send for room, or a receive for a message. */
    record Waits(int pid, int descriptor, int handle, boolean isSend, long timeoutNanos, long deadlineNanos)
            implements ChannelEvent {}

    /** A wait is over. */
    record Woken(
            int pid,
            int descriptor,
            int handle,
            ChannelStatus status,
            int length,
            int flags,
            int channel,
            int sourcePid)
            implements ChannelEvent {}

    /** A wait has expired. */
    record TimedOut(int pid, int descriptor, int handle, ChannelStatus status) implements ChannelEvent {}

    /** A full fan-out channel lost its oldest message; the pid is that of its sender. */
    record Overrun(int pid, int descriptor, long sequence, int length, int flags, int channel, int depthLeft)
            implements ChannelEvent {}

    /** A send was refused for want of room. */
    record Backpressure(int descriptor, boolean isFanOut, int capacity, int bytesUsed, int requested)
            implements ChannelEvent {}

    /** A tap got no copy, for it has had its share of this second. */
    record TapLimited(int descriptor, int tapPid, int tapHandle, int limit) implements ChannelEvent {}

    /** A bind was refused: all descriptors are in use. */
    record PoolExhausted(ChannelTarget target, int maxDescriptors) implements ChannelEvent {}

    /** A bind was refused: the task, or external thread, has bound as many unopened channels as it may. */
    record BindsExhausted(int pid, int bindLimit) implements ChannelEvent {}

    /** An open was refused: the task, or external thread, has as many handles as it may. */
    record HandlesExhausted(int pid, int handleLimit, int handles) implements ChannelEvent {}

    /** A call ended with an error. */
    record Failed(int pid, Operation operation, ChannelStatus status) implements ChannelEvent {}

    /** A channel is gone, with what was in it. */
    record Freed(int descriptor, ChannelTarget target) implements ChannelEvent {}
}
