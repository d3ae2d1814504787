package io.hiveactor.bus;

import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a ring keeps: their places, and their slots in the message pool. It knows neither readers nor time.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class Entries {
    /*
     * Entries are numbered; entry n has the place at n & mask. Those from `head` to `next` may be there, and one that is
     * not has an empty place: it was consumed, or read by all.
     *
     * Invariants
     *  - next - head <= capacity
     *  - the entry at head is there, unless head == next
     *  - a place has a slot, and may have an object, if and only if its entry is there
     *
     * What a read needs lies in the place and in the pool's memory: the slot itself is touched when it is claimed and
     * when it is released.
     */
    private final ShardSlots slots;
    private final MemorySegment memory;
    private final long slotSize;
    private final int capacity;
    private final int mask;
    private final Place[] places;
    /** For what is copied before the oldest goes. As long as the last one, as entries often are of one length. */
    private MemorySegment buffer = MemorySegment.NULL;
    /** The oldest one. */
    private long head;
    /** The number of the next one. */
    private long next;

    Entries(int capacity, ShardSlots slots) {
        this.slots = slots;
        this.capacity = capacity;
        memory = slots.memory();
        slotSize = slots.maxPayload();
        int size = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
        mask = size - 1;
        places = new Place[size];
        for (int i = 0; i < size; i++) {
            places[i] = new Place();
        }
    }

    long head() {
        return head;
    }

    long next() {
        return next;
    }

    boolean isNone() {
        return head == next;
    }

    boolean isFull() {
        return next - head >= capacity;
    }

    /** How many can be added. */
    int room() {
        return capacity - (int) (next - head);
    }

    /** Of an entry from head to next. */
    Place at(long n) {
        return places[(int) n & mask];
    }

    /** The first from n on that is there; next if there is none. */
    long firstFrom(long n) {
        long first = Math.max(n, head);
        while (first < next && at(first).isEmpty()) {
            first++;
        }
        return first;
    }

    /** Numbers an entry that nobody will ever read; there are no others. */
    void skip() {
        next++;
        head = next;
    }

    /** Adds one. @return null if the message pool has no slot */
    @Nullable Place add(@Nullable Object object, MemorySegment bytes) {
        int slot = slots.claim();
        return slot == ShardSlots.NONE ? null : put(slot, object, bytes);
    }

    /** A slot for the first publisher in line; NONE if it has to wait for one. */
    int claimOrQueue(int priority) {
        return slots.claimOrQueue(priority);
    }

    /** No publisher waits for a slot any more. */
    void leaveQueue() {
        slots.leaveQueue();
    }

    /**
     * Bytes that can be copied into a slot without fail, or an exception. Memory that is not of the heap may have been given back, or
     * be that of a file which is shorter by now.
     */
    MemorySegment sure(MemorySegment bytes) {
        if (!bytes.isNative() || bytes.byteSize() == 0) {
            return bytes;
        }
        if (buffer.byteSize() < bytes.byteSize()) {
            buffer = MemorySegment.ofArray(new byte[(int) bytes.byteSize()]);
        }
        return buffer.asSlice(0, bytes.byteSize()).copyFrom(bytes);
    }

    /** Adds one, whose bytes are {@link #sure}, in the slot of the oldest, which is gone. */
    Place replaceFirst(@Nullable Object object, MemorySegment bytes) {
        Place first = at(head);
        int slot = first.slot;
        first.slot = ShardSlots.NONE;
        first.object = null;
        skipGone();
        return put(slot, object, bytes);
    }

    /** A slot has been brought from elsewhere. */
    void adopt(int slot) {
        slots.adopt(slot);
    }

    /** It is not needed. */
    void giveUp(int slot) {
        slots.release(slot);
    }

    /** Adds one, whose bytes it copies. */
    Place put(int slot, @Nullable Object object, MemorySegment bytes) {
        int length = (int) bytes.byteSize();
        if (length > 0) {
            copyIn(slot, bytes, length);
        }
        return put(slot, object, length);
    }

    /** Adds one whose bytes are in its slot. */
    Place put(int slot, @Nullable Object object, int length) {
        Place place = at(next);
        place.slot = slot;
        place.length = length;
        if (object != null) { // it is null while a place is empty, and a store has a barrier
            place.object = object;
        }
        next++;
        return place;
    }

    private void copyIn(int slot, MemorySegment bytes, int length) {
        try {
            MemorySegment.copy(bytes, 0, memory, slot * slotSize, length);
        } catch (Throwable e) { // somebody has given their memory back meanwhile, or it is that of a file which is shorter
            slots.release(slot);
            throw e;
        }
    }

    /** Copies the first bytes of an entry. */
    void copyOut(Place place, byte[] into, int length) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, place.slot * slotSize, into, 0, length);
    }

    /** Has one go, which is there. */
    void free(long n) {
        Place place = at(n);
        int slot = place.slot;
        place.slot = ShardSlots.NONE;
        if (place.object != null) {
            place.object = null;
        }
        slots.release(slot);
        if (n == head) {
            skipGone();
        }
    }

    private void skipGone() {
        while (head < next && at(head).isEmpty()) {
            head++;
        }
    }

    /** Has all of them go. */
    void clear() {
        while (head < next) {
            free(head);
        }
    }

    long bytes() {
        long bytes = 0;
        for (long n = head; n < next; n++) {
            bytes += at(n).isEmpty() ? 0 : at(n).length;
        }
        return bytes;
    }

    int count() {
        int there = 0;
        for (long n = head; n < next; n++) {
            there += at(n).isEmpty() ? 0 : 1;
        }
        return there;
    }
}
