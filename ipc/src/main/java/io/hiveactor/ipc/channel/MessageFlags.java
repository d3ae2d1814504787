package io.hiveactor.ipc.channel;

/** The bits of a message's flags. They arrive as the sender set them, with {@link #OVERRUN} added where it applies. */
public final class MessageFlags {
    /** Written to a standard output stream. */
    public static final int STDOUT = 0x0001;
    /** Written to a standard error stream. */
    public static final int STDERR = 0x0002;

    /** Out of band; it has no effect here. */
    public static final int OOB = 0x0004;

    /** This reader missed messages before this one. */
    public static final int OVERRUN = 0x0008;

    private MessageFlags() {}
}
