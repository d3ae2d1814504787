package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pool by itself, in orders that threads come to only now and then. */
@Timeout(10)
class MessagePoolTest {
    private static final int RESERVED = 2;

    private final MessagePool pool =
            new MessagePool(HiveConfig.builder().shards(1).messages(256).reservedMessages(RESERVED).build(), false);
    private final SlotCache cache = pool.newCache();
    private final SendWaiter waiter = new SendWaiter(Thread.currentThread());

    @Test
    void aFullCacheIsRefilledWithNothing() {
        assertTrue(pool.refill(cache));
        while (cache.size < cache.limit) {
            cache.slots[cache.size++] = pool.claim().index;
        }
        int before = cache.size;

        assertTrue(pool.refill(cache), "the last waiter has left since the caller looked");
        assertEquals(before, cache.size);
        assertNotNull(pool.claim(), "and the lock is free");
    }

    @Test
    void aCacheThatKeepsNothingHasRoomForOneThatWasNotClaimedAndOneGivenBack() {
        var exact = new MessagePool(HiveConfig.builder().shards(1).messages(4).reservedMessages(0).build(), true);
        SlotCache none = exact.newCache();
        Envelope used = exact.claim();
        assertNotNull(used);
        assertTrue(exact.refill(none));
        assertEquals(1, none.size);

        assertFalse(exact.giveBack(used, none), "nobody waits");
        assertEquals(0, none.size);
        assertEquals(0, exact.taken());
    }

    @Test
    void aPoolOfOneSlotIsWhole() {
        var smallest = new MessagePool(HiveConfig.builder().shards(1).messages(1).reservedMessages(0).build(), false);
        assertEquals(0, smallest.taken());
        assertNotNull(smallest.claim());
    }

    @Test
    void whileSomebodyWaitsACacheIsNoneAtAll() {
        assertTrue(pool.refill(cache));
        while (pool.claim() != null) {
            // until there is none
        }
        try (Hive hive = Hives.start()) {
            waiter.target = hive.spawn((self, message) -> {}).recipient;
            assertFalse(pool.claimOrQueue(waiter, null));
            assertFalse(pool.refill(cache), "those slots are on top, and nobody passes the waiter");

            pool.flush(cache, 0);
            assertSame(waiter, pool.serve(null));
            assertTrue(pool.leave(waiter));
            assertTrue(pool.refill(cache));
        }
    }
}
