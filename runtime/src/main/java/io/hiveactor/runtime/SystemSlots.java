package io.hiveactor.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The places for a shard's own messages, exits, changes of names and notices, beyond those of the pool: such a message
 * cannot meet a full pool.
 *
 * <p><b>Threads:</b> owner only. Every call needs room on the stack.
 */
final class SystemSlots {
    /*
     * A mailbox is a list of indices into its shard's `slots`. A shard that has such messages has a `slots` of its own:
     * the pool's, with these behind. A place is taken when a link or a monitor is made, not when somebody dies, so an
     * exit needs no memory that could be missing by then. The envelope is new each time: what an actor has read of an
     * exit stays valid, and the place is free as soon as the message has left its mailbox.
     *
     * Invariant: beyond the pool, slots[i] is NOWHERE or null unless i is taken.
     */
    private static final int FIRST_GROWTH = 64;

    private final Shard shard;
    private final int begin;
    private int[] free = new int[0];
    private int freeCount;
    private int used;

    SystemSlots(Shard shard) {
        this.shard = shard;
        begin = shard.slots.length;
    }

    /** Takes a place. Its bound is that of whatever it is taken for. */
    Envelope claim() {
        int index = freeCount > 0 ? free[freeCount - 1] : begin + used;
        var place = new Envelope(MemorySegment.NULL, index, 0);
        if (index == shard.slots.length) {
            shard.slots = Arrays.copyOf(shard.slots, index + Math.max(FIRST_GROWTH, used));
        }
        if (used == free.length) { // every place can be given back without growing anything
            free = Arrays.copyOf(free, Math.max(FIRST_GROWTH, used * 2));
        }
        if (freeCount > 0) {
            freeCount--;
        } else {
            used++;
        }
        shard.slots[index] = place;
        return place;
    }

    /** A message has left its mailbox, read or not. */
    void taken(Envelope message) {
        if (message.key instanceof Unread bringer) {
            bringer.taken();
        }
        release(message.index);
    }

    /** Gives a place back, whose message is in no mailbox. */
    void release(int index) {
        shard.slots[index] = Envelope.NOWHERE;
        free[freeCount] = index;
        freeCount++;
    }

    boolean isOne(int index) {
        return index >= begin;
    }

    int inUse() {
        return used - freeCount;
    }
}
