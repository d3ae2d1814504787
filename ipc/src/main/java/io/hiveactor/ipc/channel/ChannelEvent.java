package io.hiveactor.ipc.channel;

/**
 * Something that happened to a channel. The events of one send have the order: dropped messages, withheld copies, the
 * send itself, the wakes.
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface ChannelEvent {
    /** A send, also one of no bytes, which queues nothing. A waiting send is reported when its message is queued. */
    record Sent(int pid, int descriptor, int handle, int length, int flags, int channel, int sourcePid)
            implements ChannelEvent {}

    /** A receive that found its message at once; one that waited is reported as {@link Woken}. */
    record Received(int pid, int descriptor, int handle, int length, int flags, int channel, int sourcePid)
            implements ChannelEvent {}

    /**
     * A call begins to wait: a send for room, or a receive for a message. Without a timeout both numbers are
     * {@link Long#MAX_VALUE}.
     */
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

    /** A send was refused because there was no room. */
    record Backpressure(int descriptor, boolean isFanOut, int capacity, int bytesUsed, int requested)
            implements ChannelEvent {}

    /** A tap received no copy because it had reached its limit for this second. */
    record TapLimited(int descriptor, int tapPid, int tapHandle, int limit) implements ChannelEvent {}

    /** A bind was refused: all descriptors are in use. */
    record PoolExhausted(ChannelTarget target, int maxDescriptors) implements ChannelEvent {}

    /** A bind was refused: the task or external thread has its maximum of bound, unopened channels. */
    record BindsExhausted(int pid, int bindLimit) implements ChannelEvent {}

    /** An open was refused: the task or external thread has its maximum of handles. */
    record HandlesExhausted(int pid, int handleLimit, int handles) implements ChannelEvent {}

    /** A call ended with an error. */
    record Failed(int pid, ChannelOperation operation, ChannelStatus status) implements ChannelEvent {}

    /** A channel ended; its messages are lost. */
    record Freed(int descriptor, ChannelTarget target) implements ChannelEvent {}
}
