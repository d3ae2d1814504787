package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds on the JDK's own scheduler, in a process with the flag and in one without. */
@Timeout(60)
class BatonTest {
    /** The most threads that the JDK's scheduler can be told to have. */
    private static final int MOST_PARALLELISM = 32_767;

    private final List<ShardBlocked> waits = new CopyOnWriteArrayList<>();

    private Hive start(int shards) {
        var listener = new HiveListener() {
            @Override
            public void onShardBlocked(ShardBlocked wait) {
                waits.add(wait);
            }
        };
        return Hive.start(Hives.config().shards(shards).fiberMode(FiberMode.JDK_SCHEDULER).listener(listener).build());
    }

    private static int parallelism() {
        return ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class).getParallelism();
    }

    @Test
    void anUnannouncedWaitIsReportedOnceWithStackAndRemedy() throws InterruptedException {
        Hive hive = start(1);
        var gate = new CountDownLatch(1);
        ActorId holder = hive.spawn((self, message) -> gate.await());
        for (int i = 0; i < 3; i++) {
            Hives.sent(hive.notify(holder, i));
        }
        Hives.eventually("it is reported", () -> !waits.isEmpty());
        String diagnosis = hive.diagnose().toString();
        gate.countDown();
        Hives.closeClean(hive);

        assertEquals(1, waits.size());
        ShardBlocked wait = waits.getFirst();
        assertEquals(holder, wait.actor());
        assertTrue(diagnosis.contains("shard 0: held by " + holder + " for "), diagnosis);
        assertTrue(diagnosis.contains("it is parked outside the runtime"), diagnosis);
        assertEquals(0, wait.shard());
        assertTrue(wait.stack().toString().contains("BatonTest"), wait.stack().toString());
        assertTrue(wait.remedy().contains("blocking(") && wait.remedy().contains("--add-opens"), wait.remedy());
    }

    @Test
    void ourOwnWaitsAndAnnouncedOnesAreNotReported() throws InterruptedException {
        Hive hive = start(1);
        ActorId polite = hive.spawn((ActorBody) self -> {
            self.sleep(Duration.ofMillis(100));
            assertFalse(self.blocking(() -> new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS)));
        });
        Hives.eventually("it has ended", () -> !hive.isAlive(polite));
        Hives.closeClean(hive);
        assertEquals(List.of(), waits);
    }

    @Test
    void busyShardsDoNotStarveTheApplicationsVirtualThreads() throws InterruptedException {
        int before = parallelism();
        Hive hive = start(2);
        assertEquals(before + 2, parallelism());
        var stop = new AtomicBoolean();
        for (int i = 0; i < 2; i++) {
            ActorId busy = hive.spawn((self, message) -> {
                if (!stop.get()) {
                    Hives.sent(self.notify(self.self(), 1));
                }
            }, ActorConfig.DEFAULT.onShard(i));
            Hives.sent(hive.notify(busy, 1));
        }
        var ran = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            Thread.ofVirtual().start(ran::countDown);
        }
        assertTrue(ran.await(10, TimeUnit.SECONDS), "virtual threads that never ran: " + ran.getCount());
        stop.set(true);
        Hives.closeClean(hive);
        assertEquals(before, parallelism());
    }

    /** More than the most that there can be is refused; with one thread left, one busy shard would have it for good. */
    @Test
    void whereTheJvmRefusesMoreThreadsABusyShardMakesRoom() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        int before = parallelism();
        scheduler.setParallelism(MOST_PARALLELISM);
        try {
            Hive hive = start(1);
            assertEquals(MOST_PARALLELISM, parallelism(), "it was to be refused");
            scheduler.setParallelism(1);
            var stop = new AtomicBoolean();
            var runs = new CountDownLatch(1);
            ActorId busy = hive.spawn((self, message) -> {
                runs.countDown();
                if (!stop.get()) {
                    Hives.sent(self.notify(self.self(), 1));
                }
            });
            Hives.sent(hive.notify(busy, 1));
            assertTrue(runs.await(10, TimeUnit.SECONDS));
            var ran = new CountDownLatch(100);
            for (int i = 0; i < 100; i++) {
                Thread.ofVirtual().start(ran::countDown);
            }
            boolean haveRun = ran.await(10, TimeUnit.SECONDS);
            stop.set(true);
            assertTrue(haveRun, "virtual threads that never ran: " + ran.getCount());
            Hives.closeClean(hive);
            assertEquals(1, parallelism(), "what was not given is not taken back");
        } finally {
            scheduler.setParallelism(before);
        }
    }

    @Test
    void thereIsNoSpinningMode() {
        var config = Hives.config().fiberMode(FiberMode.JDK_SCHEDULER).spinForever(true);
        var failure = assertThrows(IllegalArgumentException.class, config::build);
        assertTrue(String.valueOf(failure.getMessage()).contains("JDK_SCHEDULER"), failure.getMessage());
    }

    @Test
    void callsFromInsideBlockingWorkAreRefused() throws InterruptedException {
        Hive hive = start(1);
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                String refusal = self.blocking(() -> String.valueOf(
                        assertThrows(WrongThreadException.class, self::receive).getMessage()));
                Hives.sent(self.notify(message.sender(), refusal));
            });
            Hives.sent(inbox.notify(actor, 1));
            String refusal = inbox.receive().as(String.class);
            assertTrue(refusal.contains("blocking()"), refusal);
            assertFalse(refusal.isEmpty());
        }
        Hives.closeClean(hive);
    }

    @Test
    void aJvmWithoutTheFlagSaysWhatItCannotDo() {
        if (Hives.EXPECTED == FiberMode.JDK_SCHEDULER) {
            var config = Hives.config().fiberMode(FiberMode.OWN_CARRIER).build();
            var failure = assertThrows(IllegalStateException.class, () -> Hive.start(config));
            assertTrue(String.valueOf(failure.getMessage()).contains("--add-opens"), failure.getMessage());
            var spinning = Hives.config().spinForever(true).build();
            assertThrows(IllegalStateException.class, () -> Hive.start(spinning));
            assertThrows(IllegalStateException.class, () -> Simulation.start(Hives.config().build(), 1));
        } else {
            assertEquals(FiberMode.OWN_CARRIER, Hives.EXPECTED);
        }
    }
}
