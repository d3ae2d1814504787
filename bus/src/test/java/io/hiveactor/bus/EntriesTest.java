package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    /** It is full, so that the oldest entry would go for it. */
    @Test
    void bytesThatAreGoneMeanwhileEvictNothing() {
        MemorySegment gone;
        try (var arena = Arena.ofConfined()) {
            gone = arena.allocate(4);
        }
        var ring = new Ring(BusConfig.of("r", 1), slots, () -> 0, new BusEvents("r"));
        var reader = new Cursor();
        assertTrue(ring.subscribe(reader));
        assertEquals(PublishStatus.PUBLISHED, ring.publish("first", MemorySegment.NULL));
        assertThrows(IllegalStateException.class, () -> assertEquals(null, ring.publish(null, gone)));
        assertEquals(new BusStats("r", 1, 1, 1, 0, 0, 0, 0, 0, 0), ring.stats());
        assertEquals(1, slots.inUse());
        var entry = new Entry<String>();
        assertTrue(ring.read(reader, entry, 0));
        assertEquals("first", entry.value());
        assertEquals(0, entry.missed() + slots.inUse());
    }

    @Test
    void bytesOfMemoryOutsideTheHeapReplaceTheOldest() {
        var ring = new Ring(BusConfig.of("r", 1), slots, () -> 0, new BusEvents("r"));
        var reader = new Cursor();
        assertTrue(ring.subscribe(reader));
        try (var arena = Arena.ofConfined()) {
            for (String text : List.of("abc", "defg", "hijk", "")) {
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                MemorySegment outside = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
                assertEquals(PublishStatus.PUBLISHED, ring.publish(text, outside));
                assertEquals(1, slots.inUse());
                if (text.equals("hijk")) {
                    var entry = new Entry<String>();
                    assertTrue(ring.read(reader, entry, 4));
                    assertEquals("hijk", new String(entry.bytes(), 0, entry.length(), StandardCharsets.US_ASCII));
                    assertEquals(2, entry.missed());
                }
            }
        }
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
