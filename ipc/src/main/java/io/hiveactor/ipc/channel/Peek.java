package io.hiveactor.ipc.channel;

/** The state of a channel as a handle sees it; reusable. <b>Threads:</b> owner only. */
public final class Peek {
    private int depth;
    private int bytesUsed;
    private int nextLength;
    private int capacity;
    private long headSequence;
    private long nextSequence;
    private int mode;

    /** A peek whose numbers are all 0, to pass to {@link ChannelClient#peek}. */
    public Peek() {}

    void look(Handle through) {
        Descriptor d = through.descriptor;
        int next = d.nextIndex(through);
        boolean hasNext = next < d.queue.depth();
        depth = d.queue.depth();
        bytesUsed = d.queue.used();
        nextLength = hasNext ? d.queue.length(next) : 0;
        capacity = d.queue.limit();
        headSequence = d.headSequence();
        nextSequence = hasNext ? d.queue.sequence(next) : d.nextSequence;
        mode = d.mode();
    }

    /** Messages in the channel, whether this handle has read them or not. */
    public int depth() {
        return depth;
    }

    /** Bytes of all payloads and overheads in the channel. */
    public int bytesUsed() {
        return bytesUsed;
    }

    /** Length of the message that this handle reads next; 0 if there is none. */
    public int nextLength() {
        return nextLength;
    }

    /** Bytes that the channel can hold. */
    public int capacity() {
        return capacity;
    }

    /** Sequence of the oldest message in the channel, or of the next one to be sent if it is empty. */
    public long headSequence() {
        return headSequence;
    }

    /** Sequence of the message that this handle reads next, or of the next one to be sent if there is none. */
    public long nextSequence() {
        return nextSequence;
    }

    /** Bits of {@link ChannelModes}. */
    public int mode() {
        return mode;
    }
}
