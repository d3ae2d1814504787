package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.MonitorResult;
import io.hiveactor.runtime.MonitorResult.NoMonitor;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Monitors between two actors of one shard, and of two. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class MonitorsTest {
    private final TestRuntime runtime;
    private final ActorConfig there;
    private final Puppet watcher;
    private final Puppet target;

    MonitorsTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(64).maxActors(6).build(), TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        there = ActorConfig.named("there").onShard(shards - 1);
        watcher = new Puppet(runtime, ActorConfig.named("here").onShard(0));
        target = new Puppet(runtime, there);
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    private int places() {
        return runtime.hive().stats().systemPlaces();
    }

    private static Object exit(ActorContext self, int reason) {
        self.exit(ExitReason.of(reason));
        throw new AssertionError("exit returned");
    }

    @Test
    void theWatcherHearsOfItsTargetUnderTheMonitorsNumber() {
        long number = watcher.monitors(target.id);
        assertTrue(number != 0);
        assertEquals(1, places());
        target.ends(self -> exit(self, 9));
        watcher.expectExit(number, target.id, ExitReason.of(9));
        watcher.expectNothing();
        assertEquals(0, places());
    }

    @Test
    void theTargetHearsNothingOfItsWatcher() {
        long number = watcher.monitors(target.id);
        assertTrue(runtime.hive().kill(watcher.id));
        target.expectNothing();
        assertEquals(0, places(), "monitor " + number);
    }

    @Test
    void eachMonitorFiresUnderItsOwnNumber() {
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            numbers.add(watcher.monitors(target.id));
        }
        var second = new Puppet(runtime, there);
        long other = second.monitors(target.id);
        assertEquals(3, numbers.size());
        assertFalse(numbers.contains(other), "a number twice");
        assertTrue(runtime.hive().kill(target.id));
        for (int i = 0; i < 3; i++) {
            MessageProbe.Seen message = watcher.next();
            assertTrue(numbers.remove(message.correlation()), message.toString());
        }
        second.expectExit(other, target.id, ExitReason.KILLED);
        watcher.expectNothing();
    }

    @Test
    void aCrashBringsTheExceptionAndAnOverflowToo() {
        long number = watcher.monitors(target.id);
        var boom = new IllegalStateException("boom");
        target.ends(self -> {
            throw boom;
        });
        ActorExit exit = watcher.nextExit(number);
        assertEquals(ExitReason.CRASH, exit.reason());
        assertSame(boom, exit.cause());

        var deep = new Puppet(runtime, there);
        long second = watcher.monitors(deep.id);
        deep.ends(self -> forEver(self));
        ActorExit overflow = watcher.nextExit(second);
        assertEquals(ExitReason.STACK_OVERFLOW, overflow.reason());
        assertInstanceOf(StackOverflowError.class, overflow.cause());
    }

    @SuppressWarnings("InfiniteRecursion") // the subject
    private static int forEver(ActorContext self) {
        return forEver(self) + self.pending();
    }

    @Test
    void oneMadeInInitSeesACrashAtOnce() {
        var boom = new IllegalStateException("boom");
        var monitors = new ArrayList<MonitorResult>();
        watcher.does(self -> self.spawn((ActorBody) inner -> {
            throw boom;
        }, there.withInit(id -> monitors.add(self.monitor(id)))));
        long number = assertInstanceOf(Monitor.class, monitors.getFirst()).number();
        assertSame(boom, watcher.nextExit(number).cause());
        watcher.expectNothing();
    }

    @Test
    void anInitThatThrowsFiresIt() {
        var monitors = new ArrayList<MonitorResult>();
        var failed = watcher.fails(self -> self.spawn((Handler) (inner, message) -> {}, there.withInit(id -> {
            monitors.add(self.monitor(id));
            throw new IllegalStateException("no");
        })));
        assertEquals("no", failed.getMessage());
        assertEquals(ExitReason.KILLED,
                watcher.nextExit(assertInstanceOf(Monitor.class, monitors.getFirst()).number()).reason());
        assertEquals(0, places());
    }

    @Nested
    class TakenAway {
        @Test
        void itDoesNotFire() {
            long gone = watcher.monitors(target.id);
            long stays = watcher.monitors(target.id);
            assertTrue(watcher.succeeds(self -> self.demonitor(gone)));
            assertEquals(1, places());
            assertTrue(runtime.hive().kill(target.id));
            watcher.expectExit(stays, target.id, ExitReason.KILLED);
            watcher.expectNothing();
        }

        @Test
        void unknownAndFiredAndOthersNumbersChangeNothing() {
            long number = watcher.monitors(target.id);
            for (long unknown : new long[] {0, -1, number + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertFalse(watcher.succeeds(self -> self.demonitor(unknown)));
            }
            assertFalse(target.succeeds(self -> self.demonitor(number)), "another one's");
            assertTrue(runtime.hive().kill(target.id));
            watcher.expectExit(number, target.id, ExitReason.KILLED);
            assertFalse(watcher.succeeds(self -> self.demonitor(number)), "fired");
            assertEquals(0, places());
        }

        @Test
        void theExitThatLiesInTheMailboxStays() {
            long number = watcher.monitors(target.id);
            var taken = new ArrayList<Boolean>();
            watcher.order(self -> {
                self.sleep(ofMillis(10));
                return taken.add(self.demonitor(number));
            });
            runtime.runUntilBlocked();
            assertTrue(runtime.hive().kill(target.id));
            runtime.advance(ofMillis(10));
            assertEquals(List.of(false), taken);
            watcher.expectExit(number, target.id, ExitReason.KILLED);
        }

        @Test
        void whileTheEndIsOnItsWayItIsTheOneOrTheOther() {
            long number = watcher.monitors(target.id);
            var taken = new ArrayList<Boolean>();
            watcher.order(self -> taken.add(self.demonitor(number)));
            target.order(self -> exit(self, 1));
            runtime.runUntilBlocked();
            if (!taken.getFirst()) {
                watcher.expectExit(number, target.id, ExitReason.of(1));
            }
            watcher.expectNothing();
            assertEquals(0, places());
        }

        @Test
        void whileTheMonitorIsOnItsWayNothingStays() {
            watcher.does(self -> self.demonitor(((Monitor) self.monitor(target.id)).number()));
            assertEquals(0, places());
            assertTrue(runtime.hive().kill(target.id));
            watcher.expectNothing();
        }
    }

    @Test
    void anEndThatCrossesTheMonitorIsToldWithItsReason() {
        var results = new ArrayList<MonitorResult>();
        watcher.order(self -> results.add(self.monitor(target.id)));
        target.order(self -> exit(self, 4));
        runtime.runUntilBlocked();
        if (results.getFirst() instanceof Monitor monitor) {
            watcher.expectExit(monitor.number(), target.id, ExitReason.of(4));
        }
        watcher.expectNothing();
        assertEquals(0, places());
    }

    @Nested
    class Refused {
        @Test
        void theDeadAndInboxesHaveNoMonitor() {
            try (ExternalInbox inbox = runtime.hive().openInbox()) {
                runtime.simulation().afterEachStep(() -> {});
                assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitor(inbox.id())));
                assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitorZombie(inbox.id())));
            }
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitorZombie(target.id)), "alive");
            assertTrue(runtime.hive().kill(target.id));
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitor(target.id)));
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitorZombie(target.id)));
            assertEquals(0, places());
        }

        @Test
        void oneselfAndStrangersAreRefusedByName() {
            try (var elsewhere = new TestRuntime()) {
                ActorId stranger =
                        elsewhere.hive().spawn((Handler) (self, message) -> {}, ActorConfig.named("stranger"));
                for (ActorId bad : List.of(watcher.id, stranger)) {
                    for (Throwable refusal : List.of(watcher.fails(self -> self.monitor(bad)),
                            watcher.fails(self -> self.monitorZombie(bad)))) {
                        assertInstanceOf(IllegalArgumentException.class, refusal);
                        assertTrue(refusal.getMessage().contains(bad.toString()), refusal.getMessage());
                    }
                }
            }
            assertInstanceOf(NullPointerException.class, watcher.fails(self -> self.monitor(null)));
            assertEquals(0, places());
        }

        @Test
        void thereAreAsManyAsThereMayBeActors() {
            for (int i = 0; i < 6; i++) {
                long number = watcher.monitors(target.id);
                assertTrue(number > 0);
            }
            assertEquals(NoMonitor.NO_MEMORY, watcher.does(self -> self.monitor(target.id)));
            assertEquals(6, places());
        }

        @Test
        void aContextThatIsNotItsActorsMonitorsNothing() {
            ActorContext stolen = watcher.does(self -> self);
            assertThrows(WrongThreadException.class, () -> stolen.monitor(target.id));
            assertThrows(WrongThreadException.class, () -> stolen.demonitor(1));
            assertEquals(0, places());
        }
    }

    @Nested
    class Zombies {
        private final List<Thread> threads = new ArrayList<>();
        private boolean mayEnd;
        private final ActorId zombie = runtime.hive().spawn((ActorBody) self -> {
            threads.add(Thread.currentThread());
            while (!mayEnd) {
                LockSupport.park();
                Thread.interrupted();
            }
        }, there);

        private void letItEnd() {
            mayEnd = true;
            LockSupport.unpark(threads.getFirst());
            runtime.runUntilBlocked();
        }

        @Test
        void theExitIsMarkedAndItsCodesEndIsToldToWhoAsks() {
            long number = watcher.monitors(zombie);
            assertTrue(runtime.hive().kill(zombie));
            runtime.advance(ofMillis(999));
            watcher.expectNothing();
            runtime.advance(ofMillis(1));
            assertEquals(new ActorExit(zombie, ExitReason.KILLED, null, true), watcher.nextExit(number));
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitor(zombie)));

            long code = assertInstanceOf(Monitor.class, watcher.does(self -> self.monitorZombie(zombie))).number();
            watcher.expectNothing();
            assertEquals(1, runtime.hive().stats().zombies());
            letItEnd();
            assertEquals(new ActorExit(zombie, ExitReason.KILLED, null, false), watcher.nextExit(code));
            watcher.expectNothing();
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitorZombie(zombie)));
            assertEquals(0, places());
        }

        @Test
        void whoAsksDuringTheGraceIsToldOfTheCodesEndAndNotBefore() {
            runtime.runUntilBlocked();
            assertTrue(runtime.hive().kill(zombie));
            runtime.advance(ofMillis(500));
            long code = assertInstanceOf(Monitor.class, watcher.does(self -> self.monitorZombie(zombie))).number();
            runtime.advance(ofMillis(500));
            watcher.expectNothing();
            letItEnd();
            assertEquals(new ActorExit(zombie, ExitReason.KILLED, null, false), watcher.nextExit(code));
            watcher.expectNothing();
        }

        @Test
        void whoWantsToKnowNoMoreIsNotTold() {
            runtime.runUntilBlocked();
            assertTrue(runtime.hive().kill(zombie));
            runtime.advance(ofMillis(1000));
            long code = assertInstanceOf(Monitor.class, watcher.does(self -> self.monitorZombie(zombie))).number();
            assertTrue(watcher.succeeds(self -> self.demonitor(code)));
            letItEnd();
            watcher.expectNothing();
            assertEquals(0, places());
        }

        @Test
        void aWatcherThatEndsLeavesNothing() {
            runtime.runUntilBlocked();
            assertTrue(runtime.hive().kill(zombie));
            runtime.advance(ofMillis(1000));
            assertInstanceOf(Monitor.class, watcher.does(self -> self.monitorZombie(zombie)));
            assertTrue(runtime.hive().kill(watcher.id));
            runtime.runUntilBlocked();
            assertEquals(0, places());
            letItEnd();
        }
    }
}
