package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The credit that a ring gives to publishers elsewhere, besides what random calls find out. */
class RingCreditTest {
    private static final int MOST_LENT = 256;

    private final TestSlots slots = new TestSlots(4 * MOST_LENT);

    private Ring shared(BusConfig config) {
        slots.limit = 4 * MOST_LENT;
        var ring = new Ring(config, slots, () -> 0, new BusEvents("r"));
        ring.share();
        return ring;
    }

    private static int taken(Ring ring) {
        int taken = 0;
        while (ring.credit().tryTake()) {
            taken++;
        }
        return taken;
    }

    private void arrive(Ring ring, int entries) {
        for (int i = 0; i < entries; i++) {
            int slot = slots.claim();
            slots.send(slot, new byte[0]);
            ring.arrived(slot, "from elsewhere", 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargeRingLetsNoMoreBeOnTheirWayThanTheMessagePoolCanBear(boolean waits) {
        BusConfig config = BusConfig.of("r", 3 * MOST_LENT);
        Ring ring = shared(waits ? config.waiting() : config);
        for (int round = 0; round < 4; round++) {
            assertEquals(MOST_LENT, taken(ring));
            arrive(ring, MOST_LENT); // which nobody reads, so their places are free again
        }
    }

    @Test
    void aRingThatWaitsLendsWhatIsReadAndNothingElse() {
        Ring ring = shared(BusConfig.of("r", 2 * MOST_LENT).waiting());
        var reader = new Cursor();
        assertTrue(ring.subscribe(reader));
        int brought = 0;
        for (int more = taken(ring); more > 0; more = taken(ring)) {
            arrive(ring, more);
            brought += more;
        }
        assertEquals(2 * MOST_LENT, brought);
        var entry = new Entry<String>();
        for (int i = 0; i < MOST_LENT; i++) {
            assertTrue(ring.read(reader, entry, 0));
        }
        assertEquals(MOST_LENT, taken(ring));
    }

    @Test
    void whatTheShardItselfTakesBackCanBeLentAgain() {
        Ring ring = shared(BusConfig.of("r", 4).waiting());
        var reader = new Cursor();
        assertTrue(ring.subscribe(reader));
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertEquals(PublishStatus.PUBLISHED, ring.publish("from here", MemorySegment.NULL));
            }
            assertEquals(PublishStatus.WOULD_BLOCK, ring.publish("too many", MemorySegment.NULL));
            for (int i = 0; i < 4; i++) {
                assertTrue(ring.read(reader, new Entry<String>(), 0));
            }
        }
        assertEquals(4, taken(ring));
    }

    @Test
    void whoIsToldOfTheCloseFindsNoCreditAnyMore() {
        Ring ring = shared(BusConfig.of("r", 4));
        var reader = new Cursor();
        assertTrue(ring.subscribe(reader));
        List<Boolean> found = new ArrayList<>();
        ring.await(reader, () -> found.add(ring.credit().tryTake()));
        ring.close();
        assertEquals(List.of(false), found);
        ring.share();
        assertFalse(ring.credit().tryTake());
    }

    @Test
    void whatNobodyReadsNeedsNoPlaceOfItsOwn() {
        Ring ring = shared(BusConfig.of("r", 1).waiting());
        assertEquals(1, taken(ring)); // and is on its way
        assertEquals(PublishStatus.PUBLISHED, ring.publish("for nobody", MemorySegment.NULL));
        arrive(ring, 1);
        ring.share();
        assertEquals(1, taken(ring));
    }
}
