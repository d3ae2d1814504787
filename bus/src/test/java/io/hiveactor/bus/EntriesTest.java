package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What a ring keeps its entries in; {@link RingRandomTest} has the rest. */
class EntriesTest {
    private final TestSlots slots = new TestSlots(4);
    private final Entries entries = new Entries(3, slots);

    EntriesTest() {
        slots.limit = 4;
    }

    @Test
    void bytesThatAreGoneMeanwhileLeaveNoSlotBehind() {
        MemorySegment gone;
        try (var arena = Arena.ofConfined()) {
            gone = arena.allocate(4);
        }
        assertThrows(IllegalStateException.class, () -> assertEquals(null, entries.add(null, gone)));
        assertEquals(0, slots.inUse());
        assertTrue(entries.isNone());
    }

    @Test
    void anObjectThatIsGoneIsForgotten() {
        Place first = entries.add("first", MemorySegment.NULL);
        Place second = entries.add("second", MemorySegment.NULL);
        Place third = entries.add("third", MemorySegment.NULL);
        assertTrue(entries.isFull());
        Place fourth = entries.replaceFirst("fourth", MemorySegment.NULL);
        assertEquals(null, first.object);
        entries.free(1);
        assertEquals(null, second.object);
        assertEquals("third", third.object);
        assertEquals("fourth", fourth.object);
        assertEquals(2, entries.head());
        assertEquals(2, slots.inUse());
    }
}
