package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slot of the message pool, and the message in it.
 *
 * <p><b>Threads:</b> owner only; it is handed on with everything in it: free list, cache, inbox, mailbox,
 * receiver, cache.
 */
final class Envelope extends Node implements Message {
    static final int NONE = -1;

    private final MemorySegment slab;
    private final long offset;
    /** Which slot of the pool it is. */
    final int index;

    /** The slot behind it in a mailbox. */
    int next = NONE;

    @Nullable Recipient target;
    @Nullable ActorId sender; // null before the slot was first used
    boolean isTick;
    int tag;
    int length;
    long correlation;
    /** The user's object; for a tick, its timer. */
    @Nullable Object object;

    Envelope(MemorySegment slab, int index, int size) {
        this.slab = slab;
        this.index = index;
        this.offset = (long) index * size;
    }

    void copyIn(MemorySegment payload) {
        MemorySegment.copy(payload, 0, slab, offset, payload.byteSize());
    }

    @Override
    public ActorId sender() {
        ActorId from = sender;
        if (from == null) {
            throw new IllegalStateException("a message that was given back: keep what you need of it");
        }
        return from;
    }

    @Override
    public MessageClass messageClass() {
        return isTick ? MessageClass.TIMER : MessageClass.NOTIFY;
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public long correlation() {
        return correlation;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public MemorySegment bytes() {
        return slab.asSlice(offset, length).asReadOnly();
    }

    @Override
    public byte byteAt(int at) {
        Objects.checkIndex(at, length);
        return slab.get(ValueLayout.JAVA_BYTE, offset + at);
    }

    @Override
    public int intAt(int at) {
        Objects.checkFromIndexSize(at, Integer.BYTES, length);
        return slab.get(ValueLayout.JAVA_INT_UNALIGNED, offset + at);
    }

    @Override
    public long longAt(int at) {
        Objects.checkFromIndexSize(at, Long.BYTES, length);
        return slab.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
    }

    @Override
    public @Nullable Object object() {
        return isTick ? null : object;
    }

    @Override
    public <T> T as(Class<T> type) {
        T typed = type.cast(object());
        if (typed == null) {
            throw new ClassCastException("a message without an object, where a " + type.getName() + " was expected");
        }
        return typed;
    }

    @Override
    public boolean isTickOf(TimerId timer) {
        return isTick && object == timer;
    }

    @Override
    public String toString() {
        return messageClass() + " tag " + tag + " from " + sender;
    }
}
