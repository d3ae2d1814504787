package io.hiveactor.testkit;

import static io.hiveactor.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {
    @Test
    void itReturnsOnceTheConditionHolds() throws InterruptedException {
        var flag = new AtomicBoolean();
        var looks = new AtomicInteger();
        var setter = new Thread(() -> {
            eventually("it was looked at", () -> looks.get() > 2);
            flag.set(true);
        });
        setter.start();

        eventually("the flag is set", () -> looks.incrementAndGet() > 0 && flag.get());

        assertTrue(flag.get());
        setter.join();
    }

    @Test
    void itFailsAtItsLimitAndSaysWhatWasExpected() {
        long start = System.nanoTime();
        var failure = assertThrows(
                AssertionError.class, () -> eventually("pigs fly", Duration.ofMillis(20), () -> false));

        assertEquals("not within 20 ms: pigs fly", failure.getMessage());
        assertTrue(System.nanoTime() - start >= 20_000_000);
    }
}
