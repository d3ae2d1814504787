package io.hiveactor.ipc.channel;

/** The result of a typed receive: a message, a wake hint, or the reason there is neither. */
public sealed interface ChannelReceived<T> {
    /**
     * A message.
     *
     * @param flags bits of {@link MessageFlags}, or others that the sender chose
     * @param channel a number that the sender chose
     * @param sourcePid the pid of its sender
     * @param sequence its number within its channel, from 0
     */
    record Item<T>(T value, int flags, int channel, int sourcePid, long sequence) implements ChannelReceived<T> {
        /** Whether messages before this one were lost to this reader, because it was too slow. */
        public boolean missedSome() {
            return (flags & MessageFlags.OVERRUN) != 0;
        }
    }

    /** A wake hint, which has no value; see {@link Channel#hint}. */
    record Hint<T>(int channel, int sourcePid) implements ChannelReceived<T> {}

    /** No message was received. */
    record Nothing<T>(ChannelStatus reason) implements ChannelReceived<T> {}
}
