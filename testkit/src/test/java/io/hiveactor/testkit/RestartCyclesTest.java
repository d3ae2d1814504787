package io.hiveactor.testkit;

import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveStats;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Children that crash and are started again, over and over, in real time. {@code -Dhive.restarts=} says how often; the
 * profile stress makes it a million.
 */
class RestartCyclesTest {
    private static final int RESTARTS = Integer.getInteger("hive.restarts", 42_000);
    private static final int POINTS = 6;
    /**
     * The most by which a heap that does not grow may differ between two measurements: caches, code compiled meanwhile.
     * A leak of one smallest object per restart is more: 16 bytes in each of 30,000 restarts.
     */
    private static final long NOISE = 256 << 10;

    private static final HiveConfig.Builder CONFIG =
            HiveConfig.builder().name("cycles").shards(2).messages(1024).idleSpin(ofNanos(1000));

    private static long usedHeap() {
        Runtime jvm = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, jvm.totalMemory() - jvm.freeMemory());
        }
        return least;
    }

    /** A failure without a stack trace, so that it is the runtime that is measured. */
    private static final class Boom extends RuntimeException {
        private static final long serialVersionUID = 1;

        Boom() {
            super("boom", null, false, false);
        }
    }

    /** One that crashes, with all that an actor can have, as often as it may; and one that is started again with it. */
    private static ChildSpec[] children(AtomicLong crashes, AtomicLong limit, Semaphore arrived) {
        var failure = new Boom();
        return new ChildSpec[] {
            ChildSpec.handler("bystander", siblings -> (self, message) -> {}),
            ChildSpec.body("crasher", (self, siblings) -> {
                self.every(ofSeconds(1000));
                self.watchName("nobody");
                boolean isLinked = self.link(siblings.id("bystander")) == LinkStatus.LINKED;
                boolean isWatching = self.monitor(siblings.id("bystander")) instanceof Monitor;
                NotifyStatus status = self.notify(self.self(), "unread");
                if (!isLinked || !isWatching || status != NotifyStatus.SENT) {
                    throw new AssertionError(isLinked + " " + isWatching + " " + status);
                }
                while (crashes.get() == limit.get()) {
                    arrived.release();
                    while (!"go on".equals(self.receive().object())) {
                        // what it sent to itself
                    }
                }
                crashes.incrementAndGet();
                throw failure;
            }).registered(),
        };
    }

    @Test
    void theHeapStaysFlatAndAllIsBack() throws Exception {
        var crashes = new AtomicLong();
        var limit = new AtomicLong();
        var arrived = new Semaphore(0);
        try (Hive hive = Hive.start(CONFIG.build())) {
            ActorId root = Supervisor.start(hive, SupervisorSpec.of(Strategy.ONE_FOR_ALL, children(crashes, limit, arrived))
                    .withIntensity(0, ofSeconds(1)));
            await(arrived);
            ActorId crasher = hive.names().find("crasher");

            long[] used = new long[POINTS];
            long startNanos = System.nanoTime();
            for (int point = -1; point < POINTS; point++) { // the first part is to get warm
                limit.addAndGet(RESTARTS / (POINTS + 1));
                assertEquals(NotifyStatus.SENT, hive.notify(crasher, "go on"));
                await(arrived);
                if (point >= 0) {
                    used[point] = usedHeap();
                }
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            System.out.println(crashes + " crashes, each with a restart of two children, in " + millis
                    + " ms; used heap in between: " + Arrays.toString(used) + " bytes");
            long least = Arrays.stream(used).min().orElseThrow();
            assertTrue(used[POINTS - 1] < least + NOISE, Arrays.toString(used));

            assertEquals(StopStatus.ASKED, Supervisor.stop(hive, root));
            long end = System.nanoTime() + 10_000_000_000L;
            while (!isAllBack(hive.stats())) {
                assertTrue(System.nanoTime() < end, hive.stats().toString());
                Thread.onSpinWait();
            }
        }
    }

    private static boolean isAllBack(HiveStats stats) {
        return stats.actors() == 0 && stats.zombies() == 0 && stats.messagesInUse() == 0 && stats.deadlines() == 0
                && stats.systemPlaces() == 0 && stats.names() == 0 && stats.nameWatches() == 0;
    }

    private static void await(Semaphore arrived) throws InterruptedException {
        assertTrue(arrived.tryAcquire(300, TimeUnit.SECONDS), "somebody is not started again");
    }

    @Test
    void aPauseThatIsOverBeforeAnybodyLooksIsNotWaitedForForEver() throws Exception {
        for (Strategy strategy : Strategy.values()) {
            var starts = new Semaphore(0);
            try (Hive hive = Hive.start(CONFIG.build())) {
                var failure = new Boom();
                Supervisor.start(hive, SupervisorSpec.of(strategy, ChildSpec.body("brief", (self, siblings) -> {
                    starts.release();
                    throw failure;
                })).withIntensity(0, ofSeconds(1)).withBackoff(Backoff.exponential(ofNanos(20_000), ofNanos(20_000))));
                for (int i = 0; i < 2_000; i++) {
                    assertTrue(starts.tryAcquire(20, TimeUnit.SECONDS), strategy + ", restart " + i);
                }
            }
        }
    }
}
