package io.hiveactor.ipc.channel;

/** A {@link Channel}, or why there is none. */
public sealed interface ChannelResult<T> permits Channel, ChannelResult.NoChannel {
    /** All descriptors or handles are used up, nobody has bound it, or the target is malformed. */
    record NoChannel<T>(ChannelStatus why) implements ChannelResult<T> {}
}
