package io.hiveactor.bus;

import org.jspecify.annotations.Nullable;

/**
 * The entry that a subscription read last: an object, or bytes. A subscription has one instance and reuses it for its
 * next read: keep the value, not the entry. With {@code HiveConfig.debug} an entry that was reused throws.
 *
 * <p><b>Threads:</b> owner only, the reader.
 */
public final class Entry<T> implements ReadResult<T> {
    private @Nullable T value;
    private byte[] bytes = new byte[0];
    private int length;
    private long sequence;
    private long missed;
    private boolean isTruncated;
    private boolean isStale;

    Entry() {}

    /**
     * Returns the object.
     *
     * @throws IllegalStateException if the entry has bytes
     */
    public T value() {
        checkFresh();
        T object = value;
        if (object == null) {
            throw new IllegalStateException("an entry of bytes has no object: entry " + sequence);
        }
        return object;
    }

    /** Array with the bytes, from index 0; it may be longer than {@link #length()}. */
    public byte[] bytes() {
        checkFresh();
        return bytes;
    }

    /** Number of bytes. */
    public int length() {
        checkFresh();
        return length;
    }

    /** Number of the entry on its bus, from 0. */
    public long sequence() {
        checkFresh();
        return sequence;
    }

    /** Number of entries this reader missed since its last read, because they were evicted or too old. */
    public long missed() {
        checkFresh();
        return missed;
    }

    /** Whether the reader's buffer was too small and holds only the beginning. */
    public boolean isTruncated() {
        checkFresh();
        return isTruncated;
    }

    /** In debug mode: its subscription has read another one. */
    void expire() {
        isStale = true;
    }

    private void checkFresh() {
        if (isStale) {
            throw new IllegalStateException("the subscription has read another entry since entry " + sequence);
        }
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
