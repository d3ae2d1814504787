package io.hiveactor.runtime.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeoutsTest {
    @Test
    void whatHasPassedIsPartOfATimeout() {
        assertEquals(70, Timeouts.after(100, 30));
        assertEquals(100, Timeouts.after(100, 0));
    }

    @Test
    void oneThatIsOverIsStillAWait() {
        assertEquals(1, Timeouts.after(100, 100));
        assertEquals(1, Timeouts.after(100, 5_000_000_000L));
    }

    @Test
    void notToWaitAndToWaitForEverStayWhatTheyAre() {
        assertEquals(0, Timeouts.after(0, 30));
        assertEquals(Timeouts.FOREVER, Timeouts.after(Timeouts.FOREVER, 30));
    }
}
