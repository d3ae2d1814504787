package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.Node;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What few messages need of their slot. It lies before what every message needs, which so lies together, and a flood
 * of messages goes through fewer lines of the processor's cache.
 */
abstract class SlotState extends Node {
    final MemorySegment slab;
    final long offset;
    /** Which slot of the pool it is. */
    final int index;

    @Nullable Recipient target;

    /**
     * In a mailbox that conflates: what must be equal for a later message to take this one's place. Of a change of a
     * name: the watch that it is told to. Of a parcel: whose it is.
     */
    @Nullable Object key;

    /** Of a request: the slot that its answer will be in, or one of {@link AnswerRoom}'s marks. */
    int answer = Envelope.NONE;
    /** What a slot is besides, while it is the room for an answer. Made when it first is one, and kept. */
    @Nullable AnswerRoom room;

    SlotState(MemorySegment slab, int index, int size) {
        this.slab = slab;
        this.index = index;
        offset = (long) index * size;
    }
}
