package io.hiveactor.bus;

import org.jspecify.annotations.Nullable;

/**
 * What was read last from a bus: an object, or bytes. A subscription has one, which its next read fills anew: keep what you
 * need of it.
 *
 * <p><b>Threads:</b> owner only, who reads.
 */
public final class Entry<T> implements ReadResult<T> {
    private @Nullable T value;
    private byte[] bytes = new byte[0];
    private int length;
    private long sequence;
    private long missed;
    private boolean isTruncated;

    Entry() {}

    /** The object. */
    public T value() {
        T object = value;
        if (object == null) {
            throw new IllegalStateException("an entry of bytes has no object: entry " + sequence);
        }
        return object;
    }

    /** Where the bytes are, from index 0; it may be longer than they. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes there are. */
    public int length() {
        return length;
    }

    /** Its number on its bus, from 0. */
    public long sequence() {
        return sequence;
    }

    /** How many entries before this one were lost to this reader since its last read: evicted, or too old. */
    public long missed() {
        return missed;
    }

    /** Whether the reader's buffer was too small for all of its bytes. */
    public boolean isTruncated() {
        return isTruncated;
    }

    byte[] roomFor(int wanted) {
        if (bytes.length < wanted) {
            bytes = new byte[wanted];
        }
        return bytes;
    }

    void become(@Nullable T object, int newLength, long newSequence, long newlyMissed, boolean truncated) {
        if (value != object) { // an entry of bytes never has one, and a store has a barrier
            value = object;
        }
        length = newLength;
        sequence = newSequence;
        missed = newlyMissed;
        isTruncated = truncated;
    }

    @Override
    public String toString() {
        return "entry " + sequence + (missed == 0 ? "" : " after " + missed + " missed");
    }
}
