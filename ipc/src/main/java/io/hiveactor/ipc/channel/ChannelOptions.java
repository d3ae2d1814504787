package io.hiveactor.ipc.channel;

/**
 * How a channel is created and opened. <b>Threads:</b> immutable.
 *
 * @param capacity bytes, of which each message takes 8 more than its payload; 0 for the default, or no change
 * @param mode bits of {@link ChannelModes}; 0 for the default, or no change
 * @param flags access bits and {@link ChannelModes#TAP}, for the handle
 * @param coalesces whether a message of this handle replaces its last one while that is unread; see {@link
 *     ChannelClient#coalesce}
 */
public record ChannelOptions(int capacity, int mode, int flags, boolean coalesces) {
    public ChannelOptions {
        if (!ChannelModes.areOpenFlags(flags)) {
            throw new IllegalArgumentException(
                    "an open knows the flags RDONLY, WRONLY, RDWR and TAP only: 0x" + Integer.toHexString(flags));
        }
    }

    /** Each message goes to one reader. */
    public static ChannelOptions single(int capacity) {
        return new ChannelOptions(capacity, ChannelModes.RDWR, 0, false);
    }

    /** Each message goes to every reader; slow readers lose the oldest ones. */
    public static ChannelOptions fanOutDrop(int capacity) {
        return new ChannelOptions(capacity, ChannelModes.FANOUT | ChannelModes.FANOUT_DROP, 0, false);
    }

    /** Each message goes to every reader; senders wait for the slowest. */
    public static ChannelOptions fanOutBlock(int capacity) {
        return new ChannelOptions(capacity, ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK, 0, false);
    }

    /** The handle is for receiving. */
    public ChannelOptions reading() {
        return new ChannelOptions(capacity, mode, ChannelModes.RDONLY, coalesces);
    }

    /** The handle is for sending; fan-out keeps no messages for it. */
    public ChannelOptions writing() {
        return new ChannelOptions(capacity, mode, ChannelModes.WRONLY, coalesces);
    }

    /** What the handle sends is coalesced; see {@link ChannelClient#coalesce}. */
    public ChannelOptions coalescing() {
        return new ChannelOptions(capacity, mode, flags, true);
    }
}
