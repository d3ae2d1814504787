package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FreeSlotsTest {
    private static final int TOTAL = 200; // some words, the last one not full

    private final FreeSlots free = new FreeSlots(TOTAL);

    @Test
    void aNewOneGivesAllInOrder() {
        for (int slot = 0; slot < TOTAL; slot++) {
            assertTrue(free.has(slot));
            assertEquals(slot, free.take());
            assertFalse(free.has(slot));
        }
        assertEquals(0, free.size);
    }

    @Test
    void neighboursComeInOrderHoweverTheyWereGivenBack() {
        var taken = new ArrayList<Integer>();
        while (free.size > 0) {
            taken.add(free.take());
        }
        Collections.shuffle(taken, new SplittableRandom(1));
        taken.forEach(free::put);

        int jumps = 0;
        int before = free.take();
        while (free.size > 0) {
            int slot = free.take();
            jumps += slot == before + 1 ? 0 : 1;
            before = slot;
        }
        assertTrue(jumps <= TOTAL / Long.SIZE, "only from one word to another: " + jumps);
    }

    @Test
    void inAnyOrderOfCallsEachSlotIsThereOnceOrTaken() {
        var random = new SplittableRandom(2);
        var taken = new ArrayList<Integer>();
        var out = new BitSet();
        for (int i = 0; i < 100_000; i++) {
            if (free.size > 0 && (taken.isEmpty() || random.nextInt(TOTAL) >= taken.size())) {
                int slot = free.take();
                assertFalse(out.get(slot), "taken twice: " + slot);
                out.set(slot);
                taken.add(slot);
            } else {
                Collections.swap(taken, random.nextInt(taken.size()), taken.size() - 1);
                int slot = taken.removeLast();
                out.clear(slot);
                free.put(slot);
            }
            assertEquals(TOTAL, free.size + taken.size());
        }
    }
}
