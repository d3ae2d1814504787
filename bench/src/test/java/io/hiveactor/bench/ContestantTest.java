package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.FiberMode;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each of our contestants once, small and without the flag: it comes to its end and takes time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContestantTest {
    @Test
    void aPingPongTakesTime() throws InterruptedException {
        assertTakesTime(HivePingPong.handler(FiberMode.JDK_SCHEDULER), 100);
    }

    @Test
    void childrenThatEndTakeTime() throws InterruptedException {
        assertTakesTime(HiveSpawnExit.handler(FiberMode.JDK_SCHEDULER), 100);
        assertTakesTime(HiveSpawnExit.straight(FiberMode.JDK_SCHEDULER), 100);
    }

    @Test
    void idleActorsTakeTimeAndHeap() throws InterruptedException {
        HiveIdle idle = HiveIdle.straight(FiberMode.JDK_SCHEDULER);

        assertTakesTime(idle, 20_000);
        assertTrue(idle.figures().getOrDefault("heapBytesPerActor", 0.0) > 100);
    }

    @Test
    void sleepersLetTheOthersPlay() throws InterruptedException {
        var sleepers = new HiveSleepers(FiberMode.JDK_SCHEDULER);

        assertTakesTime(sleepers, 1);
        assertTrue(sleepers.figures().getOrDefault("pingRounds", 0.0) > 0);
    }

    private static void assertTakesTime(Contestant contestant, int operations) throws InterruptedException {
        try (contestant) {
            assertTrue(contestant.run(operations) > 0);
        }
    }
}
