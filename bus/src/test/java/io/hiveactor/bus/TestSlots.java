package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.port.PoolSlot;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool of few slots, which others use as well. */
final class TestSlots implements ShardSlots {
    static final int MAX_PAYLOAD = 8;

    private final List<Slot> inUse = new ArrayList<>();
    /** How many slots there are for the bus at the moment. */
    int limit;

    int inUse() {
        return inUse.size();
    }

    @Override
    public @Nullable PoolSlot claim() {
        if (inUse.size() >= limit) {
            return null;
        }
        inUse.add(new Slot());
        return inUse.getLast();
    }

    @Override
    public void release(PoolSlot slot) {
        assertTrue(inUse.remove(slot), "a slot that was released already");
    }

    @Override
    public int maxPayload() {
        return MAX_PAYLOAD;
    }

    private static final class Slot implements PoolSlot {
        private @Nullable Object object;
        private byte[] kept = {};

        @Override
        public void keep(@Nullable Object newObject, MemorySegment bytes) {
            object = newObject;
            kept = new byte[(int) bytes.byteSize()];
            MemorySegment.copy(bytes, 0, MemorySegment.ofArray(kept), 0, kept.length);
        }

        @Override
        public @Nullable Object object() {
            return object;
        }

        @Override
        public int length() {
            return kept.length;
        }

        @Override
        public void copyOut(MemorySegment into, int length) {
            MemorySegment.copy(MemorySegment.ofArray(kept), 0, into, 0, length);
        }
    }
}
