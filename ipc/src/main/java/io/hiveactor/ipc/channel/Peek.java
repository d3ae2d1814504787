package io.hiveactor.ipc.channel;

/** A look at a channel through a handle, to be used again and again. <b>Threads:</b> owner only. */
public final class Peek {
    private int depth;
    private int bytesUsed;
    private int nextLength;
    private int capacity;
    private long headSequence;
    private long nextSequence;
    private int mode;

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

    /** Messages in the channel, read by this handle or not. */
    public int depth() {
        return depth;
    }

    /** Payloads and overheads in the channel. */
    public int bytesUsed() {
        return bytesUsed;
    }

    /** Of what this handle reads next; 0 if there is nothing. */
    public int nextLength() {
        return nextLength;
    }

    public int capacity() {
        return capacity;
    }

    /** Of the oldest message in the channel, or of the next one to be sent. */
    public long headSequence() {
        return headSequence;
    }

    /** Of what this handle reads next, or of the next one to be sent. */
    public long nextSequence() {
        return nextSequence;
    }

    public int mode() {
        return mode;
    }
}
