package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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

    private LeaseEnd<String, String> added(String id, long atNanos) {
        var end = new LeaseEnd<>(atNanos, ++orders, new Entry<String, String>(1, id, null, Instant.EPOCH));
        ends.add(end);
        return end;
    }

    private List<String> takenUntil(long nowNanos) {
        var ids = new ArrayList<String>();
        for (var end = ends.take(nowNanos); end != null; end = ends.take(nowNanos)) {
            ids.add(end.entry.body);
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
    void thoseThatEndBeforeOthersComeBetweenThem() {
        for (long at : new long[] {5, 9, 3, 9, 7, 12, 1, 9}) {
            assertNotNull(added(at + "", at));
        }
        assertEquals(List.of("1", "3", "5", "7", "9", "9", "9", "12"), takenUntil(12));
        assertNotNull(added("2", 2));
        assertEquals(2, ends.nextNanos());
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
        var end = added("extended", 1_000_000);
        for (int i = 0; i < 100_000; i++) {
            ends.remove(end);
            end = added("extended", 1_000_000 + (i % 2 == 0 ? i : -i)); // in the row, and in the heap
            assertTrue(ends.kept() <= 2 * ends.count() + 66, () -> ends.kept() + " are kept");
        }
        assertEquals(1, ends.count());
    }

    @Test
    void thoseThatAreSettledInTimeDoNotPileUpBehindOneThatIsNot() {
        assertNotNull(added("held", 0));
        var inFlight = new ArrayDeque<LeaseEnd<String, String>>();
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
