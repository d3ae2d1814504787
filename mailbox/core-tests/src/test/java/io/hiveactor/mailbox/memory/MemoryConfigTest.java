package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryConfigTest {
    private final MemoryConfig config = MemoryConfig.named("orders");

    @Test
    void aNameIsEnough() {
        assertEquals("orders", config.name());
        assertEquals(1_000_000, config.maxSize());
        assertNull(config.longestLease());
        assertSame(MailboxClock.system(), config.clock());
    }

    @Test
    void eachChangeKeepsTheRest() {
        var clock = new SteppedClock();
        var changed = config.withMaxSize(7).withLongestLease(Duration.ofHours(12)).withClock(clock).withMaxSize(8);
        assertEquals(new MemoryConfig("orders", 8, Duration.ofHours(12), clock), changed);
        assertNull(changed.withLongestLease(null).longestLease());
    }

    @Test
    void aSizeThatHoldsNothingIsRefused() {
        for (int size : new int[] {0, -1, Integer.MIN_VALUE}) {
            var refused = assertThrows(IllegalArgumentException.class, () -> config.withMaxSize(size));
            assertEquals("maxSize must be positive: " + size, refused.getMessage());
        }
    }

    @Test
    void aNegativeLimitOfLeasesIsRefused() {
        var refused = assertThrows(IllegalArgumentException.class, () -> config.withLongestLease(Duration.ofNanos(-1)));
        assertTrue(refused.getMessage().startsWith("longestLease must not be negative: "), refused::getMessage);
    }

    @Test
    @SuppressWarnings("NullAway") // to see it refused
    void whatMustBeThereIsAskedFor() {
        assertEquals("name", assertThrows(NullPointerException.class, () -> MemoryConfig.named(null)).getMessage());
        assertEquals("clock", assertThrows(NullPointerException.class, () -> config.withClock(null)).getMessage());
    }

    @Test
    void theMailboxIsAsItSays() {
        var mailbox = new MemoryMailbox<String, String>(config.withLongestLease(Duration.ofHours(12)));
        assertEquals("orders", mailbox.name());
        assertEquals("mailbox orders", mailbox.toString());
        assertEquals(new MailboxTraits(MailboxTraits.Order.FIFO, Duration.ofHours(12), true, false), mailbox.traits());
    }
}
