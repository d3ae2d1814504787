package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseEndsTest {
    private final LeaseEnds<String, String> ends = new LeaseEnds<>();
    private int orders;

    private Entry<String, String> added(String id, long atNanos) {
        var entry = new Entry<String, String>(1, id, null, Instant.EPOCH);
        ends.add(entry, atNanos, ++orders);
        return entry;
    }

    private List<String> takenUntil(long nowNanos) {
        var ids = new ArrayList<String>();
        for (var entry = ends.take(nowNanos); entry != null; entry = ends.take(nowNanos)) {
            ids.add(entry.body);
            assertNull(entry.leaseEnd);
        }
        return ids;
    }

    @Test
    void theyComeByTimeAndThenByOrder() {
        assertNotNull(added("late", 9));
        assertNotNull(added("early", -1));
        assertNotNull(added("late too", 9));
        assertNotNull(added("later", 10));
        assertEquals(List.of("early", "late", "late too"), takenUntil(9));
        assertEquals(10, ends.nextNanos());
        assertEquals(1, ends.count());
    }

    @Test
    void whatWasRemovedIsNeitherTakenNorNext() {
        var first = added("first", 1);
        assertNotNull(added("second", 2));
        ends.remove(first);
        ends.remove(first);
        assertEquals(1, ends.count());
        assertEquals(2, ends.nextNanos());
        assertEquals(List.of("second"), takenUntil(5));
        assertEquals(0, ends.count());
        assertEquals(MailboxClock.NEVER, ends.nextNanos());
    }

    @Test
    void oneThatIsNeverIsTakenOnlyByWhoTakesAll() {
        assertNotNull(added("never", MailboxClock.NEVER));
        assertEquals(MailboxClock.NEVER, ends.nextNanos());
        assertEquals(List.of(), takenUntil(MailboxClock.NEVER - 1));
        assertEquals(List.of("never"), takenUntil(MailboxClock.NEVER));
    }

    @Test
    void whatCountsNoMoreDoesNotPileUp() {
        var entry = added("extended", 1_000_000);
        for (int i = 0; i < 100_000; i++) {
            ends.remove(entry);
            ends.add(entry, 1_000_000 + i, 1);
            assertTrue(ends.kept() <= 2 * ends.count() + 66, () -> ends.kept() + " are kept");
        }
        assertEquals(1, ends.count());
    }

    @Test
    void thoseThatAreSettledInTimeDoNotPileUpBehindOneThatIsNot() {
        assertNotNull(added("held", 0));
        var inFlight = new ArrayDeque<Entry<String, String>>();
        for (int i = 1; i <= 100_000; i++) {
            inFlight.add(added("m", i));
            if (i > 500) {
                ends.remove(inFlight.remove());
            }
            assertTrue(ends.kept() <= 1_200, () -> ends.kept() + " are kept");
        }
        assertEquals(501, ends.count());
        assertEquals(0, ends.nextNanos());
    }
}
