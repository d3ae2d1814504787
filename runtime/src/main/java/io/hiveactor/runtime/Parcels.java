package io.hiveactor.runtime;

import io.hiveactor.runtime.port.SlotReceiver;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What sister modules bring to another shard, each in a slot of the message pool: behind everything that the same caller has given
 * to that shard before, and without an answer.
 *
 * <p>Callers have room on their stack. False, or an exception, if nothing is brought.
 */
final class Parcels {
    private Parcels() {}

    /** By an actor. */
    static boolean bring(Shard from, Shard to, SlotReceiver receiver, @Nullable Object object, MemorySegment bytes) {
        int index = from.claim();
        if (index == Envelope.NONE) {
            return false;
        }
        Envelope slot = from.pool.all[index];
        boolean isPacked = false;
        try {
            isPacked = slot.pack(receiver, object, bytes);
        } finally {
            if (!isPacked) {
                from.release(index);
            }
        }
        return isPacked && post(slot, to);
    }

    /** By a thread outside. */
    static boolean bringOutside(Shard to, SlotReceiver receiver, @Nullable Object object, MemorySegment bytes) {
        Envelope slot = to.pool.outside.claim();
        if (slot == null) {
            return false;
        }
        boolean isPacked = false;
        try {
            isPacked = slot.pack(receiver, object, bytes);
        } finally {
            if (!isPacked) {
                to.hive.outside.giveBack(slot);
            }
        }
        return isPacked && post(slot, to);
    }

    private static boolean post(Envelope slot, Shard to) {
        to.post(slot);
        to.wakeUp();
        if (to.hasEnded()) {
            to.arrivals.giveUp(); // it was too late, and the shard will not look any more
        }
        return true;
    }

    /** A parcel has come too late. Any thread. */
    static void giveBack(Envelope slot, Shard to) {
        slot.key = null;
        to.hive.outside.giveBack(slot);
    }

    /** A parcel has come. By its receiver's shard. */
    static void arrived(Envelope slot) {
        SlotReceiver receiver = (SlotReceiver) slot.key;
        Object object = slot.object;
        slot.key = null;
        slot.object = null;
        if (receiver == null) {
            throw new IllegalStateException("a parcel without a receiver, in slot " + slot.index);
        }
        receiver.arrived(slot.index, object, slot.length);
    }
}
