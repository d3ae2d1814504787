package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Hives of the tests that need real threads: in the mode that this run is about, and under its sampler. */
final class Hives {
    /** What this run of the suite must be in; the build sets it. */
    static final FiberMode EXPECTED = FiberMode.valueOf(System.getProperty("hive.test.mode", "OWN_CARRIER"));

    private static final boolean SAMPLED = Boolean.getBoolean("hive.test.sampler");
    private static final Set<Hive> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicLong TRACES = new AtomicLong();

    static {
        if (SAMPLED) {
            var sampler = new Thread(Hives::sample, "sampler");
            sampler.setDaemon(true);
            sampler.start();
        }
    }

    private Hives() {}

    static HiveConfig.Builder config() {
        return HiveConfig.builder().name("test").shards(2).messages(4096).idleSpin(Duration.ofNanos(1000));
    }

    static Hive start() {
        return start(config());
    }

    static Hive start(HiveConfig.Builder config) {
        Hive hive = Hive.start(config.build());
        assertEquals(EXPECTED, hive.fiberMode(), "this run of the suite is in the wrong mode");
        OPEN.add(hive);
        return hive;
    }

    /** Takes stack traces of everything, all the time. */
    private static void sample() {
        while (true) {
            OPEN.removeIf(Hive::isClosed);
            for (Hive hive : OPEN) {
                for (Shard shard : hive.shards()) {
                    shard.runningThread.getStackTrace();
                    TRACES.incrementAndGet();
                    for (Actor actor : shard.actors.at) {
                        var fiber = actor == null ? null : actor.fiber;
                        if (fiber != null) {
                            fiber.thread().getStackTrace();
                        }
                    }
                }
            }
        }
    }

    /** Waits until something holds that other threads bring about; fails after 40 seconds, for a machine may be loaded. */
    static void eventually(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + 40_000_000_000L;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            Thread.onSpinWait();
        }
    }

    static void sent(NotifyStatus status) {
        assertEquals(NotifyStatus.SENT, status);
    }

    /** Closes a hive that must have nothing left. */
    static void closeClean(Hive hive) {
        if (SAMPLED && OPEN.contains(hive)) {
            long before = TRACES.get();
            eventually("the sampler takes traces to the end", () -> TRACES.get() > before);
        }
        CloseReport report = hive.close(Duration.ofSeconds(10));
        assertTrue(report != null && report.isClean(), String.valueOf(report));
        assertEquals(0, hive.stats().actors());
        assertEquals(0, hive.stats().messagesInUse());
    }
}
