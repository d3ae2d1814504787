package io.hiveactor.ipc.channel;

/** A {@link Channel}, or the reason there is none. */
public sealed interface ChannelResult<T> permits Channel, ChannelResult.NoChannel {
    /** All descriptors or handles are in use, the target is not bound, or it is malformed. */
    record NoChannel<T>(ChannelStatus reason) implements ChannelResult<T> {}
}
