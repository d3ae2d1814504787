package io.hiveactor.ipc.channel;

/** What a typed receive gave. */
public sealed interface ChannelReceived<T> {
    /**
     * A message.
     *
     * @param flags bits of {@link MessageFlags}, or others that the sender chose
     * @param channel a number that the sender chose
     * @param sourcePid who sent it
     * @param sequence its number within its channel, from 0
     */
    record Item<T>(T value, int flags, int channel, int sourcePid, long sequence) implements ChannelReceived<T> {
        /** Whether messages before this one were lost to this reader, because it was too slow. */
        public boolean missedSome() {
            return (flags & MessageFlags.OVERRUN) != 0;
        }
    }

    /** Somebody sent a wake hint, which has no value. */
    record Hint<T>(int channel, int sourcePid) implements ChannelReceived<T> {}

    /** There was none, or it cannot be received. */
    record Nothing<T>(ChannelStatus why) implements ChannelReceived<T> {}
}
