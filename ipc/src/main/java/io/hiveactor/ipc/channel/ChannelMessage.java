package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * A reusable buffer for one message: the bytes to send, or the place to receive into.
 *
 * <p>A send copies the bytes into the channel. Do not change them during a call that waits. A receive truncates a
 * message that is longer than the buffer.
 *
 * <p><b>Threads:</b> owner only.
 */
public final class ChannelMessage {
    /** The sequence of what was never queued. */
    public static final long NO_SEQUENCE = -1;

    /*
     * A queue stores the same words for each message, so it only has to copy them.
     */
    private static final long TOO_MUCH = 0xFFFF_0000_FFFF_0000L;

    byte[] bytes;
    private final boolean isGrowing;
    int length;
    long tags; // flags << 32 | channel
    long origin; // of its sender: pid << 32 | handle
    long sequence = NO_SEQUENCE;

    /** An empty message with a buffer of this size, to receive into. */
    public ChannelMessage(int maxLength) {
        this(new byte[maxLength], false);
        length = 0;
    }

    /** A message that wraps these bytes; a send copies them. */
    public ChannelMessage(byte[] bytes) {
        this(bytes, false);
    }

    /** A message with a copy of the remaining bytes of a buffer, whose position does not change. */
    public static ChannelMessage copyOf(ByteBuffer bytes) {
        return copyOf(MemorySegment.ofBuffer(bytes));
    }

    /** A message with a copy of these bytes. */
    public static ChannelMessage copyOf(MemorySegment bytes) {
        return new ChannelMessage(bytes.toArray(ValueLayout.JAVA_BYTE));
    }

    private ChannelMessage(byte[] bytes, boolean isGrowing) {
        this.bytes = bytes;
        this.isGrowing = isGrowing;
        length = bytes.length;
    }

    /** A message whose buffer is replaced by a larger one when a longer message is received. */
    static ChannelMessage growing(int firstLength) {
        return new ChannelMessage(new byte[firstLength], true);
    }

    /** Prepares for a message of this length, which is truncated unless the buffer grows. */
    void makeRoom(int wanted) {
        if (isGrowing) {
            bytes = new byte[wanted];
        }
        length = Math.min(wanted, bytes.length);
    }

    /** The buffer; the payload begins at index 0 and has {@link #length()} bytes. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of payload bytes. */
    public int length() {
        return length;
    }

    /** Bits of {@link MessageFlags}, or others that the sender chose. */
    public int flags() {
        return (int) (tags >>> 32);
    }

    /** A number that the sender chose; it has no meaning to channels, except for coalescing. */
    public int channel() {
        return (int) tags;
    }

    /** The pid of the sender. */
    public int sourcePid() {
        return (int) (origin >>> 32);
    }

    /** Its number within its channel, from 0; {@link #NO_SEQUENCE} if it was not queued. */
    public long sequence() {
        return sequence;
    }

    /** Sets the number of bytes to send. */
    @CanIgnoreReturnValue
    public ChannelMessage length(int length) {
        if (length < 0 || length > bytes.length) {
            throw new IllegalArgumentException("length must be 0 to " + bytes.length + ": " + length);
        }
        this.length = length;
        return this;
    }

    /** Sets the flags: bits of {@link MessageFlags}, or others, 16 in all. */
    @CanIgnoreReturnValue
    public ChannelMessage flags(int flags) {
        tags = tags(flags, channel());
        return this;
    }

    /** Sets the channel number, 16 bits. */
    @CanIgnoreReturnValue
    public ChannelMessage channel(int channel) {
        tags = tags(flags(), channel);
        return this;
    }

    private static long tags(int flags, int channel) {
        return (long) flags << 32 | (channel & 0xFFFF_FFFFL);
    }

    /** Bytes that it takes in a channel, if it is not too large for one. */
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

    /** The state after a receive without a message. */
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

    /** Marks that its receiver missed messages before it. */
    void noteOverrun() {
        tags |= (long) MessageFlags.OVERRUN << 32;
    }
}
