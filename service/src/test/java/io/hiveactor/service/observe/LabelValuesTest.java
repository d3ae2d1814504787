package io.hiveactor.service.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LabelValuesTest {
    @Test
    void knownValuesStayAndOthersAreNotLearnedByLooking() {
        var values = new LabelValues(3, List.of("a", "b"));
        assertEquals("a", values.known("a"));
        assertEquals("other", values.known("c"));
        assertEquals("other", values.known("c"));
        assertEquals("c", values.learned("c"));
        assertEquals("c", values.known("c"));
        assertEquals("other", values.learned("d"));
        assertEquals("b", values.learned("b"));
    }

    @Test
    @Timeout(60)
    void theLimitHoldsWhileThreadsRace() throws InterruptedException {
        var values = new LabelValues(10, List.of());
        var start = new CyclicBarrier(4);
        Set<String> seen = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int first = t * 25;
            threads.add(Thread.ofPlatform().start(() -> {
                await(start);
                for (int i = 0; i < 100; i++) {
                    seen.add(values.learned("v" + (first + i) % 100));
                }
            }));
        }
        for (Thread each : threads) {
            assertTrue(each.join(Duration.ofSeconds(30)));
        }
        assertEquals(11, seen.size());
        assertTrue(seen.contains("other"));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            assertTrue(barrier.await(30, TimeUnit.SECONDS) >= 0);
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }
}
