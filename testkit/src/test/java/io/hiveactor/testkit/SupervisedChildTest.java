package io.hiveactor.testkit;

import static io.hiveactor.runtime.supervision.Restart.TEMPORARY;
import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ALL;
import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ONE;
import static io.hiveactor.runtime.supervision.Strategy.REST_FOR_ONE;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.RestartsExceededException;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a child is given at its start, what it keeps over a restart, and what stands against one. */
class SupervisedChildTest {
    private final Workers workers = new Workers();
    private final TestRuntime runtime = workers.runtime;

    @AfterEach
    void nothingIsLeft() {
        workers.close();
    }

    @Nested
    class GivenSiblings {
        private Map<String, ActorId> idsBut(String name) {
            var others = new java.util.LinkedHashMap<String, ActorId>();
            for (String other : List.of("a", "b", "c")) {
                if (!other.equals(name)) {
                    others.put(other, workers.ids.get(other));
                }
            }
            return others;
        }

        private void assertAllKnowEachOther() {
            for (String name : List.of("a", "b", "c")) {
                Map<String, ActorId> known = workers.siblings.get(name).all();
                assertEquals(idsBut(name), known, name + workers.seed());
                assertEquals(List.copyOf(idsBut(name).keySet()), List.copyOf(known.keySet()), "in their order");
            }
        }

        private void start(Strategy strategy) {
            workers.start(SupervisorSpec.of(strategy,
                    workers.worker("a"),
                    workers.worker("b").registered().withConfig(ActorConfig.DEFAULT.onShard(1)),
                    workers.worker("c")));
        }

        @Test
        void eachIsToldTheNamesAndIdsOfAllOthersAlsoOfThoseBehindIt() {
            for (Strategy strategy : Strategy.values()) {
                try (var more = new Workers()) {
                    more.start(SupervisorSpec.of(strategy, more.worker("x"), more.worker("y"), more.worker("z")));
                    assertEquals(Map.of("y", more.ids.get("y"), "z", more.ids.get("z")), more.siblings.get("x").all());
                }
            }
            start(ONE_FOR_ONE);
            assertAllKnowEachOther();
        }

        @Test
        void theIdsThatAChildWasToldBeforeTheirOwnersStartedLeadToThem() {
            start(ONE_FOR_ONE);
            workers.tell("a", self -> {
                Object order = (Workers.Order) other -> workers.log.add("hello " + other.self().name());
                assertEquals(NotifyStatus.SENT, self.notify(workers.siblings.get("a").id("b"), order));
                assertEquals(NotifyStatus.SENT, self.notify(workers.siblings.get("a").id("c"), order));
            });
            assertTrue(workers.log.containsAll(List.of("hello b", "hello c")), workers.log + workers.seed());
        }

        @Test
        void allKnowEachOtherAgainAfterAllWereStartedAgain() {
            start(ONE_FOR_ALL);
            for (String name : List.of("a", "b", "c")) {
                workers.crash(name);
                assertAllKnowEachOther();
            }
        }

        @Test
        void theRestKnowsEverybodyAfterItWasStartedAgain() {
            start(REST_FOR_ONE);
            workers.crash("b");
            assertEquals(idsBut("b"), workers.siblings.get("b").all());
            assertEquals(idsBut("c"), workers.siblings.get("c").all());
        }

        @Test
        void whoIsStartedAgainAloneKnowsTheOthersAndIsFoundByNameIfRegistered() {
            start(ONE_FOR_ONE);
            ActorId old = workers.ids.get("b");
            workers.crash("b");
            workers.crash("c");
            assertSame(old, workers.siblings.get("a").id("b"));
            assertEquals(idsBut("b").get("a"), workers.siblings.get("b").id("a"));
            assertEquals(idsBut("c"), workers.siblings.get("c").all());
            assertNotEquals(workers.ids.get("c"), workers.siblings.get("a").id("c"), "not registered: another id");
        }

        @Test
        void whoHasEndedForGoodIsNoSiblingAnyMore() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"), workers.worker("b").withRestart(TEMPORARY)));
            workers.crash("b");
            workers.crash("a");
            assertEquals(Map.of(), workers.siblings.get("a").all());
            var failure = assertThrows(IllegalArgumentException.class, () -> workers.siblings.get("a").id("b"));
            assertTrue(failure.getMessage().contains("b"), failure.getMessage());
            assertThrows(UnsupportedOperationException.class, () -> workers.siblings.get("a").all().clear());
        }

        @Test
        void aHandlersStartIsToldThemToo() {
            var told = new ArrayList<Map<String, ActorId>>();
            workers.start(SupervisorSpec.of(ONE_FOR_ONE,
                    ChildSpec.handler("h", siblings -> {
                        told.add(siblings.all());
                        return (self, message) -> {};
                    }),
                    workers.worker("b")));
            assertEquals(List.of(Map.of("b", workers.ids.get("b"))), told);
        }
    }

    @Nested
    class GivenARegisteredChild {
        private ActorId root;
        private ActorId id;

        private void start(Backoff backoff) {
            root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a").registered())
                    .withIntensity(0, ofSeconds(5)).withBackoff(backoff));
            id = runtime.hive().names().find("a");
        }

        @Test
        void itKeepsItsIdAndItsName() {
            start(Backoff.NONE);
            assertSame(id, workers.ids.get("a"));
            for (int i = 0; i < 5; i++) {
                workers.crash("a");
                assertSame(id, workers.ids.get("a"));
                assertSame(id, runtime.hive().names().find("a"));
                assertTrue(workers.isAlive(id));
                workers.tell("a", self -> workers.log.add("done"));
                assertEquals("done", workers.log.getLast());
            }
            assertEquals(1, runtime.hive().names().size());
        }

        @Test
        void itsNameStaysItsOwnWhileNobodySitsThere() {
            start(Backoff.exponential(ofSeconds(100), ofSeconds(100)));
            workers.crash("a");
            assertFalse(workers.isAlive(id));
            assertSame(id, runtime.hive().names().find("a"));
            MessageProbe stranger = runtime.probe();
            assertEquals(RegisterStatus.TAKEN, runtime.hive().names().register("a", stranger.id()));
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(id, "nobody"));
            runtime.hive().kill(stranger.id());
            workers.stop(root);
            assertNull(runtime.hive().names().find("a"));
            workers.assertAllIsBack();
        }

        @Test
        void aSendWaitsForItsNextLife() throws InterruptedException {
            start(Backoff.exponential(ofSeconds(100), ofSeconds(100)));
            workers.crash("a");
            workers.news();
            assertEquals(SendStatus.SENT, runtime.hive().send(id, 0, (Workers.Order) self -> workers.log.add("at last"),
                    ofSeconds(200)));
            runtime.runUntilBlocked();
            workers.expect("+a", "at last");
        }

        @Test
        void aSendEndsWhenItsSupervisorEnds() throws InterruptedException {
            start(Backoff.exponential(ofSeconds(100), ofSeconds(100)));
            workers.crash("a");
            runtime.hive().spawn((ActorBody) self -> {
                self.sleep(Duration.ofNanos(1));
                self.kill(root);
            });
            SendStatus status = runtime.hive().send(id, 0, "late", ofSeconds(1000));
            assertTrue(status == SendStatus.CLOSED || workers.lives("a") == 2, status + workers.seed());
            assertTrue(runtime.now().compareTo(ofSeconds(101)) < 0);
        }

        @Test
        void monitorsOfItFireAtEachDeathAndNotAfterTheSupervisorsEnd() {
            start(Backoff.NONE);
            var deaths = new ArrayList<ActorExit>();
            runtime.hive().spawn((ActorBody) self -> {
                assertInstanceOf(Monitor.class, self.monitor(id));
                while (true) {
                    var message = self.receive();
                    assertEquals(MessageClass.EXIT, message.messageClass());
                    deaths.add(message.as(ActorExit.class));
                }
            }, ActorConfig.DEFAULT.onShard(1));
            runtime.runUntilBlocked();
            workers.crash("a");
            workers.kill("a");
            workers.order("a", Workers.RETURN);
            runtime.runUntilBlocked();
            assertEquals(List.of(ExitReason.CRASH, ExitReason.KILLED, ExitReason.NORMAL),
                    deaths.stream().map(ActorExit::reason).toList());
            assertTrue(deaths.stream().allMatch(exit -> exit.actor() == id));
            workers.stop(root);
            assertEquals(4, deaths.size());
            assertEquals(0, runtime.hive().stats().systemPlaces());
        }

        @Test
        void anUnregisteredOneHasAnotherIdInEachLife() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("u")));
            ActorId first = workers.ids.get("u");
            workers.crash("u");
            assertNotSame(first, workers.ids.get("u"));
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(first, "gone"));
            assertNull(runtime.hive().names().find("u"));
            assertEquals("u", workers.ids.get("u").name());
        }

        @Test
        void aTemporaryOneGivesItsNameBack() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("t").registered().withRestart(TEMPORARY)));
            ActorId old = runtime.hive().names().find("t");
            workers.crash("t");
            assertNull(runtime.hive().names().find("t"));
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(old, "gone"));
        }
    }

    @Nested
    class GivenAChildThatHadMuch {
        @Test
        void itsNextLifeHasAnEmptyMailboxAndNoTimersLinksMonitorsOrNameWatches() {
            for (boolean isRegistered : new boolean[] {true, false}) {
                ChildSpec spec = workers.worker("a");
                ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, isRegistered ? spec.registered() : spec));
                MessageProbe peer = runtime.probe(ActorConfig.named("peer").onShard(1));
                workers.tell("a", self -> {
                    self.after(ofSeconds(1));
                    self.every(ofMillis(100));
                    assertEquals(LinkStatus.LINKED, self.link(peer.id()));
                    assertInstanceOf(Monitor.class, self.monitor(peer.id()));
                    assertTrue(self.watchName("somebody"));
                    assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("alias", self.self()));
                });
                workers.order("a", (Workers.Order) self -> {
                    throw new IllegalStateException("with a full mailbox");
                });
                for (int i = 0; i < 5; i++) {
                    workers.order("a", (Workers.Order) self -> workers.log.add("of the first life"));
                }
                runtime.runUntilBlocked();
                assertEquals(MessageClass.EXIT, peer.next().messageClass());
                assertNull(runtime.hive().names().find("alias"));
                assertEquals(0, runtime.hive().stats().nameWatches());
                assertEquals(0, runtime.hive().stats().deadlines());

                var received = new ArrayList<Object>();
                workers.tell("a", self -> {
                    assertEquals(0, self.pending());
                    received.add(self.receive(ofSeconds(10)));
                });
                assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("somebody", peer.id()));
                runtime.advance(ofSeconds(5));
                runtime.hive().kill(peer.id());
                runtime.advance(ofSeconds(5));
                assertEquals(List.of(io.hiveactor.runtime.NoMessage.TIMEOUT), received, workers.seed());
                assertFalse(workers.log.contains("of the first life"));
                workers.stop(root);
                workers.assertAllIsBack();
            }
        }
    }

    @Nested
    class GivenABackOff {
        /** The pauses before the first restarts of a child that ends at once, in nanoseconds. */
        private List<Long> pauses(long seed, int restarts, Backoff backoff, Duration life) {
            var starts = new ArrayList<Long>();
            var ends = new ArrayList<Long>();
            try (var few = new TestRuntime(TestRuntime.config().build(), seed)) {
                few.advance(Duration.ofNanos(Math.floorMod(seed, 1_000_000_007)));
                io.hiveactor.runtime.supervision.Supervisor.start(few.hive(), SupervisorSpec.of(ONE_FOR_ONE,
                        ChildSpec.body("x", (self, siblings) -> {
                            starts.add(self.nowNanos());
                            self.sleep(life);
                            ends.add(self.nowNanos());
                        })).withIntensity(0, ofSeconds(1)).withBackoff(backoff));
                while (starts.size() <= restarts) {
                    few.advance(ofSeconds(1));
                }
            }
            var pauses = new ArrayList<Long>();
            for (int i = 0; i < restarts; i++) {
                pauses.add(starts.get(i + 1) - ends.get(i));
            }
            return pauses;
        }

        @Test
        void thereIsNoneByDefault() {
            workers.start(SupervisorSpec.of(ONE_FOR_ALL, workers.worker("a"), workers.worker("b")));
            workers.news();
            Duration before = runtime.now();
            workers.crash("a");
            workers.expect("-a", "-b", "+a", "+b");
            assertEquals(before, runtime.now());
        }

        @Test
        void thePausesAreSpreadBetweenZeroAndABoundThatDoublesUpToTheMost() {
            long first = TestRuntime.freshSeed();
            long[] bounds = {100_000_000, 200_000_000, 300_000_000, 300_000_000};
            var all = new ArrayList<List<Long>>();
            for (int i = 0; i < 200; i++) {
                all.add(pauses(first + i, 4, Backoff.exponential(ofMillis(100), ofMillis(300)), ofMillis(1)));
            }
            for (int n = 0; n < bounds.length; n++) {
                int restart = n;
                long[] sorted = all.stream().mapToLong(pauses -> pauses.get(restart)).sorted().toArray();
                String which = "restart " + n + ", seeds from " + first + ": " + sorted[0] + " to " + sorted[199];
                assertTrue(sorted[0] >= 0 && sorted[199] <= bounds[n], which);
                for (int quarter = 0; quarter < 4; quarter++) { // full jitter: some fifty in each quarter
                    long low = bounds[n] / 4 * quarter;
                    long count = java.util.Arrays.stream(sorted).filter(p -> p >= low && p <= low + bounds[restart] / 4).count();
                    assertTrue(count > 20 && count < 90, which + ", quarter " + quarter + ": " + count);
                }
            }
        }

        @Test
        void aLongLifeBeginsAnew() {
            long first = TestRuntime.freshSeed();
            var backoff = Backoff.exponential(ofMillis(100), ofMillis(800));
            long longestAfterLongLives = 0;
            long longestAfterShortLives = 0;
            for (int i = 0; i < 50; i++) {
                longestAfterLongLives = Math.max(longestAfterLongLives,
                        pauses(first + i, 4, backoff, ofMillis(800)).getLast());
                longestAfterShortLives = Math.max(longestAfterShortLives,
                        pauses(first + i, 4, backoff, ofMillis(800).minusNanos(1)).getLast());
            }
            assertTrue(longestAfterLongLives <= 100_000_000, "seeds from " + first + ": " + longestAfterLongLives);
            assertTrue(longestAfterShortLives > 400_000_000, "seeds from " + first + ": " + longestAfterShortLives);
        }

        @Test
        void allOfThemWaitTogetherAndTheirOrderIsKept() {
            for (Strategy strategy : List.of(ONE_FOR_ALL, REST_FOR_ONE)) {
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                        workers.worker("a"), workers.worker("b"), workers.worker("c"))
                        .withBackoff(Backoff.exponential(ofSeconds(100), ofSeconds(100))));
                workers.news();
                workers.crash("a");
                workers.expect("-a", "-c", "-b");
                runtime.advance(ofSeconds(100));
                workers.expect("+a", "+b", "+c");
                workers.stop(root);
                workers.news();
            }
        }

        @Test
        void othersAreLookedAfterMeanwhile() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"), workers.worker("b"))
                    .withBackoff(Backoff.exponential(ofSeconds(100), ofSeconds(100))));
            workers.crash("a");
            workers.crash("b");
            runtime.advance(ofSeconds(100));
            assertEquals(2, workers.lives("a"));
            assertEquals(2, workers.lives("b"));
        }
    }

    @Nested
    class GivenAZombie {
        @Test
        void itsChildIsStartedAgainOnlyWhenItsCodeHasEndedAndOthersAreLookedAfter() {
            for (boolean isRegistered : new boolean[] {true, false}) {
                ChildSpec a = workers.worker("a");
                ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, isRegistered ? a.registered() : a,
                        workers.worker("b")));
                workers.hang("a");
                workers.news();
                workers.kill("a");
                runtime.advance(ofSeconds(1)); // it is a zombie now
                assertEquals(1, runtime.hive().stats().zombies());
                runtime.advance(ofSeconds(100));
                workers.crash("b");
                workers.expect("-b", "+b");
                workers.release("a");
                workers.expect("-a", "+a");
                workers.crash("a");
                workers.expect("-a", "+a");
                workers.stop(root);
                workers.news();
                workers.assertAllIsBack();
            }
        }

        @Test
        void allOfThemWaitForItWhereTheirOrderCounts() {
            for (Strategy strategy : List.of(ONE_FOR_ALL, REST_FOR_ONE)) {
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                        workers.worker("a"), workers.worker("b"), workers.worker("c")));
                workers.hang("b");
                workers.news();
                workers.crash("a");
                runtime.advance(ofSeconds(10));
                workers.expect("-a", "-c");
                workers.release("b");
                workers.expect("-b", "+a", "+b", "+c");
                workers.stop(root);
                workers.news();
            }
        }

        @Test
        void oneThatMayRunBesideItIsStartedAtOnce() {
            for (boolean isRegistered : new boolean[] {true, false}) {
                ChildSpec a = workers.worker("a").besideZombie();
                ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, isRegistered ? a.registered() : a));
                workers.hang("a");
                workers.news();
                workers.kill("a");
                runtime.advance(ofSeconds(1).minusNanos(1));
                workers.expect();
                runtime.advance(Duration.ofNanos(1));
                workers.expect("+a");
                assertEquals(1, runtime.hive().stats().zombies());
                workers.release("a");
                workers.expect("-a");
                assertTrue(workers.isAlive(workers.ids.get("a")));
                workers.crash("a");
                workers.expect("-a", "+a");
                workers.stop(root);
                workers.news();
                workers.assertAllIsBack();
            }
        }

        @Test
        void codeThatEndsWithinTheGraceIsNone() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            workers.hang("a");
            workers.news();
            workers.kill("a");
            runtime.advance(ofMillis(500));
            workers.expect();
            workers.release("a");
            workers.expect("-a", "+a");
        }

        @Test
        void aStopDoesNotWaitForItsCode() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a").registered())
                    .withShutdownHook(() -> workers.log.add("hook")));
            workers.hang("a");
            workers.news();
            workers.stop(root);
            runtime.advance(ofSeconds(1));
            workers.expect("hook");
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
            assertNull(runtime.hive().names().find("a"));
            workers.release("a");
            workers.expect("-a");
            workers.assertAllIsBack();
        }

        @Test
        void theBackOffAndTheZombieAreBothWaitedFor() {
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"))
                    .withBackoff(Backoff.exponential(ofSeconds(100), ofSeconds(100))));
            workers.hang("a");
            workers.kill("a");
            runtime.advance(ofSeconds(200)); // the pause is over, the code is not
            workers.news();
            workers.release("a");
            workers.expect("-a", "+a");
        }
    }

    @Nested
    class GivenAStartThatFails {
        private int starts;

        private ChildSpec failing(String name, int times) {
            return ChildSpec.handler(name, siblings -> {
                if (starts++ < times) {
                    throw new java.io.IOException("start " + starts);
                }
                workers.log.add("+" + name);
                return (self, message) -> {};
            });
        }

        @Test
        void itCountsAsTheChildsCrash() {
            for (Strategy strategy : Strategy.values()) {
                starts = 0;
                ActorId root = workers.start(SupervisorSpec.of(strategy, workers.worker("a"), failing("b", 100), workers.worker("c"))
                        .withShutdownHook(() -> workers.log.add("hook")));
                assertEquals(4, starts, strategy + workers.seed());
                var cause = assertInstanceOf(RestartsExceededException.class, runtime.exitOf(root).cause());
                assertEquals("start 4", cause.getCause().getMessage());
                assertEquals("hook", workers.log.getLast());
                workers.assertAllIsBack();
            }
        }

        @Test
        void itIsTriedAgainAndThenAllRun() {
            for (Strategy strategy : Strategy.values()) {
                for (boolean isRegistered : new boolean[] {true, false}) {
                    starts = 0;
                    ChildSpec b = failing("b", 3);
                    ActorId root = workers.start(SupervisorSpec.of(strategy,
                            workers.worker("a"), isRegistered ? b.registered() : b, workers.worker("c")));
                    assertTrue(workers.isAlive(root));
                    assertEquals(4, runtime.hive().stats().actors(), strategy + workers.seed());
                    workers.stop(root);
                    workers.assertAllIsBack();
                }
            }
        }

        @Test
        void aHandlerThatIsNullCountsAsACrashThatNamesTheChild() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, ChildSpec.handler("nil", siblings -> null)));
            Throwable cause = runtime.exitOf(root).cause().getCause();
            assertInstanceOf(NullPointerException.class, cause);
            assertTrue(cause.getMessage().contains("nil"), cause.getMessage());
        }

        @Test
        void thoseBehindATemporaryOneAreStartedAllTheSame() {
            for (Strategy strategy : Strategy.values()) {
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                        workers.worker("a"),
                        ChildSpec.handler("t", siblings -> {
                            throw new IllegalStateException("never");
                        }).withRestart(TEMPORARY).registered(),
                        workers.worker("c"), workers.worker("d")));
                assertEquals(List.of("+a", "+c", "+d"), workers.startsInOrder(workers.news()),
                        strategy + workers.seed());
                workers.stop(root);
                workers.news();
            }
        }

        @Test
        void anInitThatThrowsCountsAsTheChildsCrash() {
            for (boolean isRegistered : new boolean[] {true, false}) {
                for (int shard = 0; shard < 2; shard++) {
                    starts = 0;
                    ChildSpec a = workers.worker("a").withConfig(ActorConfig.DEFAULT.onShard(shard).withInit(id -> {
                        if (starts++ < 3) {
                            throw new IllegalStateException("init");
                        }
                    }));
                    ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, isRegistered ? a.registered() : a));
                    workers.expect("+a");
                    assertEquals(2, runtime.hive().stats().actors());
                    assertTrue(workers.isAlive(root));
                    workers.stop(root);
                    workers.news();
                    workers.assertAllIsBack();
                }
            }
        }

        @Test
        void withoutAnIntensityItHoldsNeitherItsShardNorItsOwnStop() {
            ActorId[] root = new ActorId[1];
            runtime.hive().spawn((ActorBody) self -> {
                for (int i = 0; i < 100; i++) {
                    self.yield();
                }
                assertEquals(StopStatus.ASKED, io.hiveactor.runtime.supervision.Supervisor.stop(self, root[0]));
            }, ActorConfig.DEFAULT.onShard(0));
            ChildSpec bad = ChildSpec.handler("bad", siblings -> {
                if (++starts > 10_000) {
                    return (self, message) -> {}; // nobody else has had a turn
                }
                throw new IllegalStateException("again");
            });
            root[0] = io.hiveactor.runtime.supervision.Supervisor.start(runtime.hive(),
                    SupervisorSpec.of(ONE_FOR_ONE, bad).withIntensity(0, ofSeconds(1)),
                    ActorConfig.named("root").onShard(0));
            runtime.runUntilBlocked();
            assertTrue(starts > 10 && starts <= 10_000, starts + workers.seed());
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root[0]));
        }

        @Test
        void aHiveFullOfActorsCountsAsACrashAndIsTriedAgain() {
            try (var few = new Workers(TestRuntime.config().maxActors(3))) {
                ActorId guest = few.runtime.hive().spawn((Handler) (self, message) -> {});
                ActorId root = few.start(SupervisorSpec.of(ONE_FOR_ONE, few.worker("a"), few.worker("b").registered())
                        .withIntensity(0, ofSeconds(1))
                        .withBackoff(Backoff.exponential(ofMillis(100), ofMillis(100))));
                few.runtime.advance(ofSeconds(2));
                few.expect("+a");
                few.runtime.hive().kill(guest);
                few.runtime.advance(ofSeconds(1));
                few.expect("+b");
                assertTrue(few.isAlive(root));
            }
            try (var few = new Workers(TestRuntime.config().maxActors(2))) {
                ActorId root = few.start(SupervisorSpec.of(ONE_FOR_ONE, few.worker("a"), few.worker("b")));
                Throwable cause = few.runtime.exitOf(root).cause().getCause();
                assertTrue(cause.getMessage().contains("b") && cause.getMessage().contains("NO_MEMORY"), cause.getMessage());
                few.assertAllIsBack();
            }
        }

        @Test
        void aNameThatSomebodyElseHasEndsTheSupervisorBeforeAnybodyStarts() {
            MessageProbe owner = runtime.probe();
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("b", owner.id()));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a").registered(),
                    workers.worker("b").registered()));
            ActorExit exit = runtime.exitOf(root);
            assertEquals(ExitReason.CRASH, exit.reason());
            assertTrue(exit.cause().getMessage().contains("b"), exit.cause().getMessage());
            workers.expect();
            assertSame(owner.id(), runtime.hive().names().find("b"));
            runtime.hive().kill(owner.id());
            runtime.runUntilBlocked();
            workers.assertAllIsBack();
        }

        @Test
        void aNameThatIsTakenEndsTheSupervisorThroughItsShutdownHook() {
            MessageProbe owner = runtime.probe();
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("b", owner.id()));
            for (Strategy strategy : Strategy.values()) {
                ActorId root = workers.start(SupervisorSpec.of(strategy, workers.worker("a"),
                                workers.worker("b").registered(), workers.worker("c").registered())
                        .withShutdownHook(() -> workers.log.add("hook")));
                workers.expect("hook");
                ActorExit exit = runtime.exitOf(root);
                assertEquals(ExitReason.CRASH, exit.reason());
                assertTrue(exit.cause().getMessage().contains("b cannot be registered: NAME_TAKEN"),
                        exit.cause().getMessage());
                assertNull(runtime.hive().names().find("c"));
            }
            ActorId failing = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("b").registered())
                    .withShutdownHook(() -> {
                        throw new IllegalStateException("the hook fails");
                    }));
            Throwable cause = runtime.exitOf(failing).cause();
            assertTrue(cause.getMessage().contains("NAME_TAKEN"), cause.getMessage());
            assertEquals("the hook fails", cause.getSuppressed()[0].getMessage());
            runtime.hive().kill(owner.id());
            runtime.runUntilBlocked();
            workers.assertAllIsBack();
        }

        @Test
        void aNameThatIsTakenEscalatesAndIsTriedAgainByTheOneAbove() {
            MessageProbe owner = runtime.probe();
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("b", owner.id()));
            var inner = SupervisorSpec.of(ONE_FOR_ONE, workers.worker("b").registered());
            workers.start(SupervisorSpec.of(ONE_FOR_ONE, ChildSpec.supervisor("inner", inner))
                    .withIntensity(0, ofSeconds(5)).withBackoff(Backoff.exponential(ofSeconds(1), ofSeconds(1))));
            runtime.advance(ofSeconds(2));
            workers.expect();
            runtime.hive().kill(owner.id());
            runtime.advance(ofSeconds(1));
            workers.expect("+b");
        }
    }
}
