package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** service 10.10: more than 5 failures a second for 5 seconds. */
class FailureBurstTest {
    private static final long SECOND = 1_000_000_000;

    private final FailureBurst burst = new FailureBurst();

    private boolean fail(int second, int times) {
        boolean isBurst = false;
        for (int i = 0; i < times; i++) {
            isBurst |= burst.addFailure(second * SECOND + i);
        }
        return isBurst;
    }

    @Test
    void sixFailuresInEachOfFiveSecondsAreABurst() {
        for (int second = -2; second < 3; second++) {
            assertFalse(fail(second, 6), "second " + second);
        }
        assertTrue(fail(3, 1));
        assertFalse(fail(3, 5));
    }

    @Test
    void aBurstThatGoesOnIsNoticedAgainAfterFiveMoreSeconds() {
        for (int second = 0; second < 20; second++) {
            assertTrue(fail(second, 6) == (second > 0 && second % 5 == 0), "second " + second);
        }
    }

    @Test
    void fiveFailuresASecondAreNone() {
        for (int second = 0; second < 20; second++) {
            assertFalse(fail(second, 5));
        }
    }

    @Test
    void aQuietSecondBeginsAnew() {
        for (int second = 0; second < 20; second++) {
            assertFalse(second % 5 != 4 && fail(second, 9));
        }
    }
}
