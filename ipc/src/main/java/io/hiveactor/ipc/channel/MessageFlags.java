package io.hiveactor.ipc.channel;

/** The bits of a message's flags. They pass through as the sender set them, and {@link #OVERRUN} is added. */
public final class MessageFlags {
    public static final int STDOUT = 0x0001;
    public static final int STDERR = 0x0002;

    /** Out of band; it has no behaviour here. */
    public static final int OOB = 0x0004;

    /** Messages before this one were lost to this reader. */
    public static final int OVERRUN = 0x0008;

    private MessageFlags() {}
}
