package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each contestant of the group timers, small: it comes to its end twice, takes time, and closes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimerContestantTest {
    private static final int OPERATIONS = 60_000; // more than are about to fire at once

    @Test
    void everySystemComesToItsEnd() throws InterruptedException {
        for (Entry entry : new Catalog(10).entries("timers-1000")) {
            try (Contestant contestant = entry.start().get()) {
                assertTrue(contestant.run(OPERATIONS) > 0, entry.system());
                assertTrue(contestant.run(OPERATIONS) > 0, entry.system());
            }
        }
    }
}
