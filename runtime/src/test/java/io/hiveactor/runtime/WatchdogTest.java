package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.SlotHolder;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.fiber.FiberModes;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardSlots;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watchdog misses nothing, tells each thing once, and neither spins nor outlives its hive. */
@Timeout(60)
class WatchdogTest {
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
            var _ = hive.send(to, 0, "never");
        });
    }

    /** Two on one shard, each waiting for the other; the second one's wait began last. */
    @CanIgnoreReturnValue
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
                ActorBody meets = self -> {
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
            Hive hive = new Hive(config, Clock.system(), FiberMode.OWN_CARRIER, null); // with no thread but the watchdog's
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

        @Test
        void closingTheLastInboxThatCouldHelpTellsTheDeadlock() {
            try (Hive hive = Hives.start(Hives.config().name("inbox").listener(told))) {
                ExternalInbox inbox = hive.openInbox();
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
                ActorId waits = hive.spawn((ActorBody) self -> Ports.from(self, idle),
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
                var seat = new CompletableFuture<ReservedId>();
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                Ports.spawn(hive, "owner", 1, self -> {
                    seat.complete((ReservedId) self.reserveId("worker"));
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
                ExternalSource test = hive.expectExternal("this test"); // or the victim would be stuck by itself
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
                Hives.eventually("it has tried often", () -> hive.counters().deadlocks() >= 40);
                isEnough.set(true);
                long seconds = (System.nanoTime() - begin) / 1_000_000_000 + 2; // begun ones, at both ends
                int times = told.deadlocks.size();
                assertTrue(times <= 10 * seconds, () -> times + " in " + seconds + " s");
            }
        }

        @Test
        void whatWasTooMuchForASecondIsCountedOnceAndToldLater() {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF).listener(told))) {
                DeadlockWatch watch = hive.deadlockWatch();
                List<Deadlock> all = LongStream.range(0, 21).mapToObj(number -> deadlockOf(number)).toList();
                watch.tellAll(all);
                assertTrue(told.deadlocks.size() < 21);
                Hives.eventually("all are told", () -> {
                    watch.tellAll(all);
                    return told.deadlocks.size() == 21;
                });
                assertEquals(21, watch.found());
                watch.tellAll(all);
                assertEquals(21, told.deadlocks.size());
            }
        }

        @Test
        void thoseWhoWereTooManyForASecondAreToldInTheNext() {
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofHours(1));
            try (Hive hive = Hives.start(Hives.config().shards(1).watch(watch).listener(told))) {
                for (int i = 0; i < 15; i++) {
                    deadlock(hive);
                }
                Hives.eventually("all are told", () -> told.deadlocks.size() >= 15);
                assertEquals(15, told.deadlocks.stream().map(each -> each.members().getFirst().identity()).distinct().count());
                assertEquals(15, told.deadlocks.size());
                assertEquals(15, hive.counters().deadlocks());
                assertTrue(told.deadlocks.stream().allMatch(each -> !each.members().getFirst().stack().isEmpty()));
            }
        }

        /** As many actors as there are in it would be costly; the memory is what is meant. */
        @Test
        void oneOfMoreMembersThanAreRememberedIsToldOnce() {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF).listener(told))) {
                DeadlockWatch watch = hive.deadlockWatch();
                List<Deadlock> large = List.of(deadlockOf(0, 20_000), deadlockOf(20_000, 30_000));
                for (int i = 0; i < 3; i++) {
                    watch.tellAll(large);
                }
                assertEquals(2, told.deadlocks.size());
                assertEquals(2, watch.found());
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
            return deadlockOf(number, number + 1);
        }

        private static Deadlock deadlockOf(long from, long to) {
            List<ActorView> members = LongStream.range(from, to).mapToObj(number -> new ActorView(
                    new Identity("stuck", number), 0, "NORMAL", Activity.values()[0], new Wait.Tick(), 1, 0, ActorView.NEVER, 0,
                    ActorView.NEVER, 0, 0, 0, false, false, List.of())).toList();
            return new Deadlock("test", 0, Deadlock.Kind.NOBODY_LEFT, List.of(), members, List.of(), List.of(), 0);
        }
    }

    @Nested
    class GivenCodeThatKeepsAShard {
        /** An actor of another shard that is over its time is named while the watchdog waits for the one that is held. */
        @Test
        void itDoesNotBlindTheWatchdogForTheOtherShards() {
            var namedMeanwhile = new AtomicInteger();
            var listener = new HiveListener() {
                @Override
                public void onSlowHandler(SlowHandler work) {
                    if (waitsForAnswers(Thread.currentThread())) {
                        namedMeanwhile.incrementAndGet();
                    }
                    told.onSlowHandler(work);
                }
            };
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofMillis(1)).withHandlerLimit(Duration.ofMillis(5));
            try (Hive hive = Hives.start(Hives.config().name("asking").listener(listener).watch(watch))) {
                ActorId sleeper = Ports.spawn(hive, "sleeper", 0, WatchdogTest.this::sleepAgainAndAgain);
                Ports.spawn(hive, "waits", 0, self -> Ports.from(self, sleeper));
                Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
                Thread watchdog = watchdogOf("asking");
                for (int i = 1; namedMeanwhile.get() < 3; i++) { // on a busy machine its wait may end first
                    assertTrue(i <= 20, () -> "named while it waits: " + namedMeanwhile);
                    nameOneWhileHeld(hive, watchdog, "short" + i);
                }
                isOver.set(true);
            }
        }

        private void nameOneWhileHeld(Hive hive, Thread watchdog, String name) {
            var goOn = new AtomicBoolean();
            hold(hive.shards()[1], goOn);
            try {
                Hives.eventually("it is asked", () -> waitsForAnswers(watchdog));
                ActorId brief = Ports.spawn(hive, name, 0,
                        self -> Ports.spinUntil(() -> told.hasOverTimeOf(name), Duration.ofSeconds(20)));
                Hives.eventually("it has ended", () -> !hive.isAlive(brief));
                assertTrue(told.hasOverTimeOf(name), name);
            } finally {
                goOn.set(true);
            }
        }

        private static boolean waitsForAnswers(Thread watchdog) {
            return Arrays.stream(watchdog.getStackTrace()).anyMatch(frame ->
                    frame.getClassName().equals(Surveyor.class.getName()) && frame.getMethodName().equals("await"));
        }

        @Test
        void itDoesNotBlindTheWatchdogForTheNext() {
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofMillis(100));
            try (Hive hive = Hives.start(Hives.config().listener(told).watch(watch))) {
                ActorId sleeper = Ports.spawn(hive, "sleeper", 0, WatchdogTest.this::sleepAgainAndAgain);
                Ports.spawn(hive, "waits", 0, self -> Ports.from(self, sleeper));
                Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
                ActorId first = Ports.spawn(hive, "first", 1, self -> {
                    Ports.spin(Duration.ofMillis(600));
                    Ports.spinUntil(() -> told.hasOverTimeOf("first"), Duration.ofSeconds(10)); // a busy machine
                });
                Hives.eventually("the first has ended", () -> !hive.isAlive(first));
                assertTrue(told.hasOverTimeOf("first"));

                ActorId second = Ports.spawn(hive, "second", 1,
                        self -> Ports.spinUntil(() -> told.hasOverTimeOf("second"), Duration.ofSeconds(10)));
                Hives.eventually("the second has ended", () -> !hive.isAlive(second));
                isOver.set(true);
                assertTrue(told.hasOverTimeOf("second"),
                        () -> "only " + told.slowHandlers.stream().map(SlowHandler::identity).toList());
            }
        }

        @Test
        void aQuestionThatNobodyWaitsForIsNotAnswered() {
            try (Hive hive = Hives.start()) {
                Shard shard = hive.shards()[0];
                var withdrawn = new ShardSurvey(shard, ShardSurvey.Scope.WHOLE);
                withdrawn.withdraw();
                assertEquals(1, shard.unwantedSurveys.get());
                shard.push(withdrawn);
                assertEquals(2, hive.snapshot().shards().size()); // which it has answered after the one before
                assertNull(withdrawn.answer());
                assertEquals(0, shard.unwantedSurveys.get());
            }
        }
    }

    @Nested
    class GivenPressureOnThePool {
        @Test
        void itLooksLessOftenButNeverLessThanTenTimesASecond() {
            long breath = Watchdog.breathAfter(0, false);
            assertEquals(2 * breath, Watchdog.breathAfter(breath, true));
            for (int i = 0; i < 100; i++) {
                breath = Watchdog.breathAfter(breath, true);
            }
            assertEquals(TimeUnit.MILLISECONDS.toNanos(100), breath);
        }

        @Test
        void aThreadOutsideThatWaitsInVainIsFoundThoughAllShardsSleep() {
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofHours(1));
            try (Hive hive = Hives.start(Hives.config().name("pool").shards(1).messages(8).reservedMessages(1).watch(watch)
                    .listener(told))) {
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                var keeper = new KeptSlots(hive.shards()[0], "keeper", () -> false, () -> {});
                List<Integer> all = new ArrayList<>();
                on(hive.shards()[0], () -> {
                    for (int slot = keeper.claim(); slot != ShardSlots.NONE; slot = keeper.claim()) {
                        all.add(slot);
                    }
                });
                Hives.eventually("the watchdog rests", () -> watchdogOf("pool").getState() == Thread.State.WAITING);

                sendFromOutside(hive, idle);

                Hives.eventually("it is told", () -> told.deadlocks.size() == 1);
                assertEquals(Deadlock.Kind.STARVED_POOL, told.deadlocks.getFirst().kind());
                assertEquals(List.of(new SlotHolder("keeper", all.size(), false)), told.deadlocks.getFirst().keepers());
                on(hive.shards()[0], () -> all.forEach(keeper::release));
                Hives.eventually("it has sent", () -> hive.stats().messagesInUse() == 0);
            }
        }
    }

    @Nested
    class GivenAShardThatIsAsked {
        @Test
        void oneThatHasBegunToAnswerIsWaitedFor() {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF))) {
                var slow = new KeptSlots(hive.shards()[0], "slow", () -> {
                    Ports.spin(Duration.ofMillis(400)); // longer than a shard has that has not begun
                    return true;
                }, () -> {});
                var slot = new AtomicInteger();
                on(hive.shards()[0], () -> slot.set(slow.claim()));

                assertEquals(List.of(new SlotHolder("slow", 1, true)), hive.snapshot().keepers());

                on(hive.shards()[0], () -> slow.release(slot.get()));
                assertEquals(List.of(), hive.snapshot().keepers());
            }
        }

        @Test
        void theOthersRunWhileItAnswersAndTheSnapshotHasBoth() throws Exception {
            var isAsked = new CountDownLatch(1);
            var mayAnswer = new AtomicBoolean();
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF));
                    ExternalInbox inbox = hive.openInbox()) {
                var slow = new KeptSlots(hive.shards()[0], "slow", () -> {
                    isAsked.countDown();
                    while (!mayAnswer.get()) {
                        Thread.onSpinWait();
                    }
                    return true;
                }, () -> {});
                var slot = new AtomicInteger();
                on(hive.shards()[0], () -> slot.set(slow.claim()));
                ActorId echo = hive.spawn((Handler) (self, message) ->
                        Hives.sent(self.notify(message.sender(), message.as(Integer.class))), Ports.on("echo", 1));

                var snapshot = CompletableFuture.supplyAsync(hive::snapshot);
                assertTrue(isAsked.await(10, TimeUnit.SECONDS));
                for (int i = 0; i < 100; i++) {
                    Hives.sent(inbox.notify(echo, i));
                    assertEquals(i, inbox.receive().as(Integer.class));
                }
                assertFalse(snapshot.isDone(), "shard 0 still answers");
                mayAnswer.set(true);

                assertTrue(snapshot.get(10, TimeUnit.SECONDS).shards().stream().noneMatch(each -> each.isMissing()));
                on(hive.shards()[0], () -> slow.release(slot.get()));
            } finally {
                mayAnswer.set(true);
            }
        }

        @Test
        void oneThatIsHeldIsAskedOnlyAFewTimes() {
            var goOn = new AtomicBoolean();
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF))) {
                Shard shard = hive.shards()[0];
                hold(shard, goOn);
                for (int i = 0; i < 8; i++) {
                    var unwanted = new ShardSurvey(shard, ShardSurvey.Scope.WHOLE);
                    shard.push(unwanted);
                    unwanted.withdraw();
                }
                for (int i = 0; i < 1_000; i++) {
                    assertTrue(hive.snapshot().shards().getFirst().isMissing());
                }
                assertEquals(8, shard.unwantedSurveys.get());

                goOn.set(true);
                Hives.eventually("it answers", () -> !hive.snapshot().shards().getFirst().isMissing());
                assertEquals(0, shard.unwantedSurveys.get());
            } finally {
                goOn.set(true);
            }
        }

        @Test
        void thoseWhoHaveAskedAndAnsweredOnceAreNotDescribedForEver() throws Exception {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF))) {
                var isAnswered = new CompletableFuture<Boolean>();
                ActorId server = hive.spawn((Handler) (self, message) -> {
                    self.reply(message, "answer");
                }, Ports.on("server", 0));
                ActorId client = hive.spawn((Handler) (self, message) -> {
                    isAnswered.complete(self.request(server, 0, "?", Duration.ofSeconds(40)).isReply());
                }, Ports.on("client", 1));
                Hives.sent(hive.notify(client, "go"));
                assertTrue(isAnswered.get(10, TimeUnit.SECONDS));

                Hives.eventually("both are idle", () -> hive.surveyor
                        .look(ShardSurvey.Scope.EVENTFUL).snapshot().actors().isEmpty());
                assertEquals(2, hive.snapshot().actors().size());
            }
        }

        @Test
        void bothLooksAtItAreCounted() {
            try (Hive hive = Hives.start(Hives.config().watch(WatchConfig.OFF))) {
                deadlock(hive);
                Hives.eventually("both are stuck", () -> Ports.stuck(hive.diagnose()).size() == 2);
                Surveyor.Finding finding = hive.surveyor.examine(true, () -> {}, each -> List.of());
                assertTrue(finding.nanos() > finding.look().nanos());
            }
        }

        /** A look that is not complete is no reason to believe that all is well once everybody sleeps. */
        @Test
        void whatItHidIsFoundWhenItAnswers() {
            var goOn = new AtomicBoolean();
            var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofHours(1));
            try (Hive hive = Hives.start(Hives.config().watch(watch).listener(told))) {
                ExternalSource source = hive.expectExternal("this test");
                ActorId idle = Ports.spawnIdle(hive, "idle", 0);
                Ports.spawn(hive, "waits", 0, self -> Ports.from(self, idle));
                Hives.eventually("it waits", () -> Ports.waits(hive, "waits"));
                Shard held = hive.shards()[1];
                hold(held, goOn);
                source.close();
                Hives.eventually("the watchdog has looked in vain", () -> held.unwantedSurveys.get() > 0);
                assertEquals(List.of(), told.deadlocks);

                goOn.set(true);
                Hives.eventually("it is told", () -> !told.deadlocks.isEmpty());
            } finally {
                goOn.set(true);
            }
        }
    }

    /** Keeps a shard awake without running any of its actors. */
    private static void hold(Shard shard, AtomicBoolean goOn) {
        var isHeld = new AtomicBoolean();
        shard.push(new Command() {
            @Override
            void arrive(Shard here) {
                isHeld.set(true);
                Ports.spinUntil(goOn::get, Duration.ofSeconds(30));
            }
        });
        Hives.eventually("it is held", isHeld::get);
    }

    /** Has something done by a shard, and waits for it. */
    private static void on(Shard shard, Runnable work) {
        var isDone = new AtomicBoolean();
        shard.push(new Command() {
            @Override
            void arrive(Shard here) {
                work.run();
                isDone.set(true);
            }
        });
        Hives.eventually("it is done", isDone::get);
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
                public void onSlowHandler(SlowHandler work) {
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
