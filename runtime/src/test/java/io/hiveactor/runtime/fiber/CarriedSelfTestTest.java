package io.hiveactor.runtime.fiber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The verdict is for the whole life of the JVM, so whoever asks first must not spoil it. */
@Tag("carried")
@Timeout(60)
class CarriedSelfTestTest {
    @Test
    void aCallerThatIsInterruptedGetsTheVerdictAndKeepsTheInterrupt() {
        assertFalse(Thread.interrupted());
        Thread.currentThread().interrupt();
        String verdict = CarriedSelfTest.run();
        boolean isInterrupted = Thread.interrupted();

        assertNull(verdict);
        assertTrue(isInterrupted, "the interrupt was the caller's, and is gone");
    }

    @Test
    void interruptsWhileItRunsDoNotSpoilIt() throws Exception {
        var verdict = new FutureTask<>(() -> String.valueOf(CarriedSelfTest.run()));
        var caller = new Thread(verdict, "asks");
        caller.start();
        while (!verdict.isDone()) {
            caller.interrupt();
        }
        assertEquals("null", verdict.get(10, TimeUnit.SECONDS));
    }
}
