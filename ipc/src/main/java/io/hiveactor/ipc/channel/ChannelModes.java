package io.hiveactor.ipc.channel;

/**
 * The bits of a channel's mode, and of the flags of an open.
 *
 * <p>Bits of access count in the flags of an open only, the fan-out bits in a mode only. A policy implies fan-out;
 * fan-out without a policy drops, and with both policies it blocks.
 */
public final class ChannelModes {
    /** A handle that may receive and not send. In fan-out it is always one of the readers. */
    public static final int RDONLY = 0x01;

    /** A handle that may send and not receive. In fan-out it is never one of the readers. */
    public static final int WRONLY = 0x02;

    /** A handle that may do both. In fan-out it is always one of the readers. */
    public static final int RDWR = RDONLY | WRONLY;

    /** Open, and tap at once. */
    public static final int TAP = 0x04;

    /** Every reader gets every message. */
    public static final int FANOUT = 0x08;

    /** A full channel drops its oldest messages. */
    public static final int FANOUT_DROP = 0x10;

    /** A full channel refuses its senders, or lets them wait. */
    public static final int FANOUT_BLOCK = 0x20;

    private static final int OPEN_FLAGS = RDWR | TAP;
    private static final int ANY_FANOUT = FANOUT | FANOUT_DROP | FANOUT_BLOCK;

    private ChannelModes() {}

    /** Whether an open knows all of these bits. */
    static boolean areOpenFlags(int flags) {
        return (flags & ~OPEN_FLAGS) == 0;
    }

    static boolean isFanOut(int mode) {
        return (mode & ANY_FANOUT) != 0;
    }

    static boolean dropsOldest(int mode) {
        return isFanOut(mode) && (mode & FANOUT_BLOCK) == 0;
    }
}
