package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * One message outside a channel: what to send, or where to receive. It is meant to be used again and again.
 *
 * <p>Its bytes belong to the caller, except while they wait in line with a {@link Waiter}. A receive cuts a message
 * that is longer than them.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class ChannelMessage {
    /** The sequence of what was never queued. */
    public static final long NO_SEQUENCE = -1;

    private byte[] bytes;
    private final boolean isGrowing;
    int length;
    int flags;
    int channel;
    int sourcePid;
    long sequence = NO_SEQUENCE;

    public ChannelMessage(int maxLength) {
        this(new byte[maxLength], false);
        length = 0;
    }

    /** A message of all these bytes, which are not copied. */
    public ChannelMessage(byte[] bytes) {
        this(bytes, false);
    }

    private ChannelMessage(byte[] bytes, boolean isGrowing) {
        this.bytes = bytes;
        this.isGrowing = isGrowing;
        length = bytes.length;
    }

    /** One that takes what it receives whole: its bytes become others then. */
    static ChannelMessage growing(int firstLength) {
        return new ChannelMessage(new byte[firstLength], true);
    }

    /** Where to put so many bytes; fewer if they are to be cut. */
    byte[] roomFor(int wanted) {
        if (isGrowing && wanted > bytes.length) {
            bytes = new byte[wanted];
        }
        return bytes;
    }

    /** Where the payload is, from index 0. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public int flags() {
        return flags;
    }

    /** A number that the sender chose; of no meaning here. */
    public int channel() {
        return channel;
    }

    /** Who sent it. */
    public int sourcePid() {
        return sourcePid;
    }

    /** Its number within its channel, from 0; {@link #NO_SEQUENCE} if it was not queued. */
    public long sequence() {
        return sequence;
    }

    /** How many of the bytes are to be sent. */
    @CanIgnoreReturnValue
    public ChannelMessage length(int length) {
        if (length < 0 || length > bytes.length) {
            throw new IllegalArgumentException("length must be 0 to " + bytes.length + ": " + length);
        }
        this.length = length;
        return this;
    }

    /** Bits of {@link MessageFlags}, or others: 16 of them. */
    @CanIgnoreReturnValue
    public ChannelMessage flags(int flags) {
        this.flags = flags;
        return this;
    }

    /** Any number of 16 bits. */
    @CanIgnoreReturnValue
    public ChannelMessage channel(int channel) {
        this.channel = channel;
        return this;
    }

    int cost() {
        return length + MessageRing.OVERHEAD;
    }

    boolean isSendable() {
        return ((flags | channel) & ~0xFFFF) == 0;
    }

    /** What a receive leaves that gave nothing. */
    void clear() {
        becomeHint(0, 0, 0);
    }

    /** A message without bytes that was never queued. */
    void becomeHint(int flags, int channel, int sourcePid) {
        length = 0;
        this.flags = flags;
        this.channel = channel;
        this.sourcePid = sourcePid;
        sequence = NO_SEQUENCE;
    }
}
