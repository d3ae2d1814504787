package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.OverTime;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.diagnosis.Who;
import io.hiveactor.runtime.fiber.FiberModes;
import io.hiveactor.runtime.time.Clock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watchdog misses nothing, tells each thing once, and neither spins nor outlives its hive. */
@Timeout(60)
class WatchdogTest {
    private static final Duration FOR_EVER = Duration.ofDays(100_000);
    private final Told told = new Told();
    private final AtomicBoolean isOver = new AtomicBoolean();

    private void sleepAgainAndAgain(ActorContext self) {
        while (!isOver.get()) {
            self.sleep(Duration.ofMillis(20));
        }
    }

    private static Thread watchdogOf(String hive) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(hive + "-watch")).findFirst().orElseThrow();
    }

    private static void sendFromOutside(Hive hive, ActorId to) {
        Thread.ofPlatform().daemon().name("outside").start(() -> {
            try {
                var _ = hive.send(to, 0, "never", FOR_EVER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Two on one shard, each waiting for the other; the second one's wait began last. */
    private static ActorId deadlock(Hive hive) {
        var second = new CompletableFuture<ActorId>();
        ActorId first = Ports.spawn(hive, "first", 0, self -> {
            self.receive();
            Ports.from(self, second.join());
        });
        second.complete(Ports.spawn(hive, "second", 0, self -> Ports.from(self, first)));
        Hives.sent(hive.notify(first, "go"));
        return first;
    }

    @Nested
    class GivenShardsThatSleep {
        @Test
        void aShardThatWasHeldByNoActorHidesNoDeadlock() {
            try (Hive hive = Hives.start(Hives.config().listener(told))) {
                StraightLine meets = self -> {
                    self.expect(self.receive().as(ActorId.class));
                    self.receive();
                };
                ActorId romeo = Ports.spawn(hive, "romeo", 0, meets);
                ActorId juliet = Ports.spawn(hive, "juliet", 0, meets);
                Shard theirs = hive.shards()[0];
                Hives.eventually("both have started", () -> theirs.dispatches() >= 2 && theirs.isIdle());
                var goOn = new AtomicBoolean();
                hold(hive.shards()[1], goOn);
                long before = theirs.dispatches();
                Hives.sent(hive.notify(romeo, juliet));
                Hives.sent(hive.notify(juliet, romeo));
                Hives.eventually("both have met and sleep",
                        () -> theirs.dispatches() >= before + 2 && theirs.isIdle());
                goOn.set(true);
                Hives.eventually("it is told", () -> !told.deadlocks.isEmpty());
                assertEquals(Set.of("romeo", "juliet"), Ports.stuck(hive.diagnose()));
            }
        }

        /** Rung between saying that it rests and resting, a shard does not sleep; the watchdog, which believed it, must hear so. */
        @Test
        void aShardThatIsRungAsItGoesToRestWakesTheWatchdog() {
            assumeTrue(FiberModes.whyNotCarried() == null, "only a carrier rests after it has said so");
            HiveConfig config = Hives.config().name("rung").shards(1).build();
            Hive hive = new Hive(config, Clock.system(), FiberMode.CARRIED, null); // with no thread but the watchdog's
            Shard shard = hive.shards()[0];
            shard.carriedBy(Thread.currentThread());
            assertNotNull(shard.firstFiber());
            var carrier = new Carrier(shard);
            while (!shard.isIdle()) {
                carrier.runOne();
            }
            Watchdog watch = hive.watch;
            assertNotNull(watch);
            watch.start();
            Hives.eventually("the watchdog rests", () -> watchdogOf("rung").getState() == Thread.State.WAITING);

            shard.push(new Nudge());
            carrier.restIfSaid();

            Hives.eventually("it looks", () -> watchdogOf("rung").getState() == Thread.State.TIMED_WAITING);
            Carrier.start(shard, config);
            hive.close();
        }

        /** Keeps a shard awake without running any of its actors. */
        private static void hold(Shard shard, AtomicBoolean goOn) {
            var isHeld = new AtomicBoolean();
            shard.push(new Command() {
                @Override
                void arrive(Shard here) {
                    isHeld.set(true);
                    Ports.spinUntil(goOn::get, Duration.ofSeconds(5));
                }
            });
            Hives.eventually("it is held", isHeld::get);
        }

        @Test
        void closingTheLastInboxThatCouldHelpTellsTheDeadlock() {
            try (Hive hive = Hives.start(Hives.config().name("inbox").listener(told))) {
                OutsideInbox inbox = hive.openInbox();
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                Ports.spawn(hive, "waits", 1, self -> Ports.from(self, idle));
                Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
                assertTrue(hive.diagnose().isClean(), "the inbox could wake it");
                Hives.eventually("the watchdog rests", () -> watchdogOf("inbox").getState() == Thread.State.WAITING);
                assertEquals(List.of(), told.deadlocks);

                inbox.close();

                Hives.eventually("it is told", () -> !told.deadlocks.isEmpty());
                assertEquals(Set.of("waits"), Ports.stuck(hive.diagnose()));
            }
        }
    }

    @Nested
    class GivenThreadsOutside {
        @Test
        void whoJoinsAKnownDeadlockIsAMemberAndTheListenerIsNotToldAgain() {
            try (Hive hive = Hives.start(Hives.config().listener(told))) {
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                ActorId waits = hive.spawn((StraightLine) self -> Ports.from(self, idle),
                        Ports.on("waits", 1).withLimit(MailboxLimit.blockSender(1)));
                Hives.eventually("it is told", () -> told.deadlocks.size() == 1);
                Hives.sent(hive.notify(waits, "fills its mailbox"));

                sendFromOutside(hive, waits);

                Hives.eventually("it is a member",
                        () -> Ports.stuck(hive.diagnose()).equals(Set.of("waits", "outside")));
                hive.deadlockWatch().examine();
                assertEquals(1, told.deadlocks.size());
            }
        }

        @Test
        void whoWaitsForTheOccupantOfASeatIsStuckIfItsOwnerIs() throws Exception {
            try (Hive hive = Hives.start(Hives.config().listener(told))) {
                var seat = new CompletableFuture<Seat>();
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                Ports.spawn(hive, "owner", 1, self -> {
                    seat.complete((Seat) self.openSeat("worker"));
                    Ports.from(self, idle);
                });
                ActorId worker = seat.get(10, TimeUnit.SECONDS).id();
                Hives.eventually("its owner is stuck", () -> Ports.stuck(hive.diagnose()).equals(Set.of("owner")));

                sendFromOutside(hive, worker);

                Hives.eventually("both are", () -> Ports.stuck(hive.diagnose()).equals(Set.of("owner", "outside")));
            }
        }
    }

    @Nested
    class GivenADeadlockThatWasTold {
        @Test
        void itIsNotToldAgainToTheListenerForThoseWhoJoin() {
            try (Hive hive = Hives.start(Hives.config().shards(1).listener(told))) {
                ActorId first = deadlock(hive);
                Hives.eventually("it is told", () -> told.deadlocks.size() == 1);
                for (int i = 0; i < 10; i++) {
                    int members = i + 3;
                    Ports.spawn(hive, "joins" + i, 0, self -> Ports.from(self, first));
                    Hives.eventually("it has joined", () -> Ports.stuck(hive.diagnose()).size() == members);
                    hive.deadlockWatch().examine();
                }
                assertEquals(1, told.deadlocks.size());
                assertEquals(1, hive.counters().deadlocks());
            }
        }

        @Test
        void whoClosesTheSameCycleAgainAndAgainIsToldOnce() {
            var watch = WatchConfig.DEFAULT.withPolicy(DeadlockPolicy.FAIL);
            try (Hive hive = Hives.start(Hives.config().shards(1).watch(watch).listener(told))) {
                OutsideSource test = hive.expectOutside("this test"); // or the victim would be stuck by itself
                var tries = new AtomicInteger();
                ActorId stubborn = Ports.spawn(hive, "stubborn", 0, self -> {
                    ActorId other = self.receive().as(ActorId.class);
                    while (tries.getAndIncrement() < 1_000) {
                        assertNull(Ports.from(self, other));
                    }
                });
                ActorId victim = Ports.spawn(hive, "victim", 0, self -> Ports.from(self, stubborn));
                Hives.eventually("it waits", () -> Ports.waits(hive, "victim"));
                Hives.sent(hive.notify(stubborn, victim));
                Hives.eventually("it has tried often", () -> tries.get() > 1_000);
                assertEquals(1, told.deadlocks.size());
                assertEquals(1, hive.counters().deadlocks());
                test.close();
            }
        }

        @Test
        void whoRunsIntoANewOneAgainAndAgainIsToldTenTimesASecondAtTheMost() {
            var watch = WatchConfig.DEFAULT.withPolicy(DeadlockPolicy.FAIL);
            try (Hive hive = Hives.start(Hives.config().shards(1).watch(watch).listener(told))) {
                var isEnough = new AtomicBoolean();
                ActorId gone = Ports.spawn(hive, "gone", 0, self -> {});
                Hives.eventually("it has ended", () -> !hive.isAlive(gone));
                long begin = System.nanoTime();
                Ports.spawn(hive, "stubborn", 0, self -> {
                    while (!isEnough.get()) {
                        assertNull(Ports.from(self, gone));
                    }
                });
                Hives.eventually("it has tried often", () -> hive.counters().deadlocks() >= 80);
                isEnough.set(true);
                long seconds = (System.nanoTime() - begin) / 1_000_000_000 + 2; // begun ones, at both ends
                int times = told.deadlocks.size();
                assertTrue(times <= 10 * seconds, () -> times + " in " + seconds + " s");
            }
        }

        @Test
        void theOldestOfTenThousandIsForgotten() {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF).listener(told))) {
                DeadlockWatch watch = hive.deadlockWatch();
                for (int i = 0; i <= 10_000; i++) {
                    watch.tellOnce(deadlockOf(i));
                }
                assertEquals(10_001, watch.found());
                watch.tellOnce(deadlockOf(10_000));
                watch.tellOnce(deadlockOf(1));
                assertEquals(10_001, watch.found(), "both are remembered");
                watch.tellOnce(deadlockOf(0));
                assertEquals(10_002, watch.found(), "the oldest is new again");
            }
        }

        private static Deadlock deadlockOf(long number) {
            var member = new ActorView(new Who("stuck", number), 0, "NORMAL", Activity.values()[0], new Wait.Tick(),
                    1, 0, ActorView.NEVER, 0, ActorView.NEVER, 0, 0, 0, false, false, List.of());
            return new Deadlock("test", 0, Deadlock.Kind.NOBODY_LEFT, List.of(), List.of(member), List.of(), 0);
        }
    }

    @Nested
    class GivenCodeThatKeepsAShard {
        @Test
        void itDoesNotBlindTheWatchdogForTheNext() {
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofMillis(100));
            try (Hive hive = Hives.start(Hives.config().listener(told).watch(watch))) {
                ActorId sleeper = Ports.spawn(hive, "sleeper", 0, WatchdogTest.this::sleepAgainAndAgain);
                Ports.spawn(hive, "waits", 0, self -> Ports.from(self, sleeper));
                Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
                ActorId first = Ports.spawn(hive, "first", 1, self -> Ports.spin(Duration.ofMillis(600)));
                Hives.eventually("the first has ended", () -> !hive.isAlive(first));
                assertTrue(told.hasOverTimeOf("first"));

                ActorId second = Ports.spawn(hive, "second", 1,
                        self -> Ports.spinUntil(() -> told.hasOverTimeOf("second"), Duration.ofSeconds(1)));
                Hives.eventually("the second has ended", () -> !hive.isAlive(second));
                isOver.set(true);
                assertTrue(told.hasOverTimeOf("second"),
                        () -> "only " + told.overTimes.stream().map(OverTime::who).toList());
            }
        }

        @Test
        void aQuestionThatNobodyWaitsForIsNotAnswered() {
            try (Hive hive = Hives.start()) {
                Shard shard = hive.shards()[0];
                var done = new CountDownLatch(1);
                var withdrawn = new ShardSurvey(shard, true, done);
                withdrawn.withdraw();
                shard.push(withdrawn);
                assertEquals(2, hive.snapshot().shards().size()); // which it has answered after the one before
                assertNull(withdrawn.answer());
                assertEquals(1, done.getCount());
            }
        }
    }

    @Nested
    class GivenAHiveThatCloses {
        @Test
        void theWatchdogDoesNotSpinMeanwhile() throws Exception {
            Hive hive = Hives.start(Hives.config().name("closing"));
            ActorId sleeper = Ports.spawn(hive, "sleeper", 0, WatchdogTest.this::sleepAgainAndAgain);
            Ports.spawn(hive, "waits", 1, self -> Ports.from(self, sleeper));
            Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
            var cpu = ManagementFactory.getThreadMXBean();
            long watchdog = watchdogOf("closing").threadId();
            long before = cpu.getThreadCpuTime(watchdog);
            var closing = CompletableFuture.supplyAsync(() -> hive.close(Duration.ofSeconds(3)));
            assertThrows(TimeoutException.class, () -> closing.get(1500, TimeUnit.MILLISECONDS));
            long millis = (cpu.getThreadCpuTime(watchdog) - before) / 1_000_000;
            assertFalse(closing.get(20, TimeUnit.SECONDS).drained());
            assertTrue(millis < 300, () -> "of 1500 ms it has computed for " + millis);
        }

        @Test
        void aListenerThatWaitsDoesNotOutliveIt() throws Exception {
            var isIn = new CountDownLatch(1);
            var never = new CountDownLatch(1);
            Hive hive = Hives.start(Hives.config().name("listened").listener(new HiveListener() {
                @Override
                public void onOverTime(OverTime work) {
                    isIn.countDown();
                    assertThrows(InterruptedException.class, never::await);
                }
            }));
            Thread watchdog = watchdogOf("listened");
            Ports.spawn(hive, "keeps", 1, self -> Ports.spinUntil(() -> isIn.getCount() == 0, Duration.ofSeconds(5)));
            assertTrue(isIn.await(10, TimeUnit.SECONDS));
            assertTrue(hive.close(Duration.ofSeconds(5)).isClean());
            assertTrue(watchdog.join(Duration.ofSeconds(5)));
            assertTrue(Arrays.stream(hive.shards()).allMatch(Shard::hasEnded));
        }
    }
}
