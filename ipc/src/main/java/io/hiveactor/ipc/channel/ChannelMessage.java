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

    /*
     * What a queue keeps of a message it keeps in the same words, and need only copy them.
     */
    private static final long TOO_MUCH = 0xFFFF_0000_FFFF_0000L;

    byte[] bytes;
    private final boolean isGrowing;
    int length;
    long tags; // flags << 32 | channel
    long origin; // of its sender: pid << 32 | handle
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

    /** Makes itself ready to take so many bytes; fewer if they are to be cut. */
    void makeRoom(int wanted) {
        if (isGrowing) {
            bytes = new byte[wanted];
        }
        length = Math.min(wanted, bytes.length);
    }

    /** Where the payload is, from index 0. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public int flags() {
        return (int) (tags >>> 32);
    }

    /** A number that the sender chose; of no meaning here. */
    public int channel() {
        return (int) tags;
    }

    /** Who sent it. */
    public int sourcePid() {
        return (int) (origin >>> 32);
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
        tags = tags(flags, channel());
        return this;
    }

    /** Any number of 16 bits. */
    @CanIgnoreReturnValue
    public ChannelMessage channel(int channel) {
        tags = tags(flags(), channel);
        return this;
    }

    private static long tags(int flags, int channel) {
        return (long) flags << 32 | (channel & 0xFFFF_FFFFL);
    }

    /** Of one that is not too large for a channel. */
    int cost() {
        return length + MessageRing.OVERHEAD;
    }

    /** Sendable, with bytes, and not with more than any channel takes. */
    boolean isPlain() {
        return Integer.compareUnsigned(length - 1, ChannelProfile.MAX_CAPACITY) < 0 && isSendable();
    }

    boolean isSendable() {
        return (tags & TOO_MUCH) == 0;
    }

    /** What a receive leaves that gave nothing. */
    void clear() {
        becomeHint(0, 0);
    }

    /** A message without bytes that was never queued. */
    void becomeHint(ChannelMessage hint) {
        becomeHint(hint.tags, hint.origin);
    }

    private void becomeHint(long itsTags, long itsOrigin) {
        length = 0;
        tags = itsTags;
        origin = itsOrigin;
        sequence = NO_SEQUENCE;
    }

    /** Whoever receives it has missed some before. */
    void noteOverrun() {
        tags |= (long) MessageFlags.OVERRUN << 32;
    }
}
