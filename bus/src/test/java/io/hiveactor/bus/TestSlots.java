package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardSlots;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A pool of few slots, which others use as well. */
final class TestSlots implements ShardSlots {
    static final int MAX_PAYLOAD = 8;

    private final BitSet inUse = new BitSet();
    private final MemorySegment memory;
    /** How many slots there are for the bus at the moment. */
    int limit;
    private boolean isInLine;
    private int granted = NONE;

    TestSlots(int most) {
        memory = MemorySegment.ofArray(new byte[most * MAX_PAYLOAD]);
    }

    int inUse() {
        return inUse.cardinality();
    }

    @Override
    public int claim() {
        return isInLine ? NONE : take();
    }

    private int take() {
        if (inUse() >= limit) {
            return NONE;
        }
        int slot = inUse.nextClearBit(0);
        inUse.set(slot);
        return slot;
    }

    @Override
    public int claimOrQueue(int priority) {
        int slot = granted == NONE ? take() : granted;
        granted = NONE;
        isInLine = slot == NONE;
        return slot;
    }

    @Override
    public void leaveQueue() {
        isInLine = false;
        if (granted != NONE) {
            int slot = granted;
            granted = NONE;
            release(slot);
        }
    }

    /** Grants a slot, if the bus waits for one and there is one. */
    boolean grants() {
        if (isInLine) {
            granted = take();
            isInLine = granted == NONE;
        }
        return granted != NONE;
    }

    @Override
    public @Nullable Wait awaited() {
        return null;
    }

    /** Puts bytes into a slot that is on its way to somebody, who adopts it. */
    void send(int slot, byte[] bytes) {
        inUse.clear(slot);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, (long) slot * MAX_PAYLOAD, bytes.length);
    }

    @Override
    public void adopt(int slot) {
        assertFalse(inUse.get(slot), "a slot that is in use");
        inUse.set(slot);
    }

    @Override
    public void release(int slot) {
        assertTrue(inUse.get(slot), "a slot that was released already");
        inUse.clear(slot);
        memory.asSlice((long) slot * MAX_PAYLOAD, MAX_PAYLOAD).fill((byte) '!'); // somebody else's by now
    }

    @Override
    public int maxPayload() {
        return MAX_PAYLOAD;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }
}
