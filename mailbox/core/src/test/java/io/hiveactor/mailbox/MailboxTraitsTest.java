package io.hiveactor.mailbox;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class MailboxTraitsTest {
    private final MailboxTraits limited = new MailboxTraits(MailboxTraits.Order.FIFO, ofHours(12), true, false);
    private final MailboxTraits unlimited = new MailboxTraits(MailboxTraits.Order.BEST_EFFORT, null, false, true);

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void bothEndsOfTheLimitAreLeases() {
        assertDoesNotThrow(() -> limited.checkLease(ZERO, "the lease"));
        assertDoesNotThrow(() -> limited.checkLease(ofHours(12), "the lease"));
        refused("the lease must be at most PT12H: PT12H0.000000001S",
                () -> limited.checkLease(ofHours(12).plusNanos(1), "the lease"));
    }

    @Test
    void withoutALimitAnyLengthIsALease() {
        assertDoesNotThrow(() -> unlimited.checkLease(ofSeconds(Long.MAX_VALUE), "the lease"));
    }

    @Test
    void aNegativeTimeIsNone() {
        refused("the delay must not be negative: PT-1S", () -> limited.checkLease(ofSeconds(-1), "the delay"));
        refused("the delay must not be negative: PT-1S", () -> unlimited.checkLease(ofSeconds(-1), "the delay"));
        Duration least = ofNanos(-1);
        refused("the wait must not be negative: " + least, () -> MailboxTraits.checkNotNegative(least, "the wait"));
    }

    @Test
    @SuppressWarnings("NullAway") // to see it refused
    void theOrderMustBeSaid() {
        assertThrows(NullPointerException.class, () -> new MailboxTraits(null, null, true, true));
    }
}
