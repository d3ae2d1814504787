package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
    private final MemoryMailbox<String, String> mailbox = new MemoryMailbox<>("m");
    private final LeaseTable<String, String> table = new LeaseTable<>();
    private long orders;

    @CanIgnoreReturnValue
    private Lease<String, String> held() {
        orders++;
        var entry = new Entry<String, String>(orders, "body", null, Instant.EPOCH);
        var lease = new Lease<>(mailbox, entry, table.claim(), 0, orders);
        table.put(lease);
        return lease;
    }

    @Test
    void eachOfManyHasAPlaceOfItsOwn() {
        List<Lease<String, String>> leases = new ArrayList<>();
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            leases.add(held());
            assertTrue(places.add(leases.getLast().place));
        }
        leases.forEach(each -> assertSame(each, table.find(each.place, each.order)));
    }

    @Test
    void aPlaceUsedAgainDoesNotKnowTheOneBefore() {
        var old = held();
        table.release(old);
        assertNull(table.find(old.place, old.order));
        var present = held();
        assertEquals(old.place, present.place);
        assertNull(table.find(old.place, old.order));
        assertSame(present, table.find(present.place, present.order));
    }

    @Test
    void placesAreUsedAgainRatherThanMoreOfThem() {
        for (int round = 0; round < 50; round++) {
            List<Lease<String, String>> leases = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                leases.add(held());
                assertTrue(leases.getLast().place < 100);
            }
            leases.forEach(table::release);
        }
    }

    @Test
    void aPlaceThatNeverWasIsEmpty() {
        held();
        assertNull(table.find(1, 1));
        assertNull(table.find(-1, 1));
        assertNull(table.find(1_000_000, 1));
    }
}
