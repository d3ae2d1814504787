package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.Names;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.SpawnResult.NoActor;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and those who watch them, on one shard and on two. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class NamesTest {
    private static final Handler IDLE = (self, message) -> {};

    private final TestRuntime runtime;
    private final Names names;
    private final ActorConfig there;
    private final Puppet owner;
    private final Puppet watcher;

    NamesTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(64).maxActors(10).build(), TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        names = runtime.hive().names();
        there = ActorConfig.named("there").onShard(shards - 1);
        owner = new Puppet(runtime, there);
        watcher = new Puppet(runtime, ActorConfig.named("here").onShard(0));
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    private void register(String name, ActorId actor) {
        assertEquals(RegisterStatus.REGISTERED, names.register(name, actor));
    }

    @Nested
    class Registered {
        @Test
        void aNameIsOneActorsUntilThatEnds() {
            register("a", owner.id);
            assertEquals(RegisterStatus.TAKEN, names.register("a", watcher.id));
            assertEquals(RegisterStatus.TAKEN, names.register("a", owner.id));
            assertEquals(owner.id, names.find("a"));
            assertEquals(1, runtime.hive().stats().names());
            assertTrue(runtime.hive().kill(owner.id));
            runtime.runUntilBlocked();
            assertNull(names.find("a"));
            register("a", watcher.id);
        }

        @Test
        void anActorMayHaveSeveralAndLosesAll() {
            for (String name : List.of("a", "b", "c")) {
                register(name, owner.id);
            }
            assertTrue(names.unregister("b", owner.id));
            assertEquals(2, names.size());
            owner.ends(self -> {
                throw new IllegalStateException("boom");
            });
            assertEquals(0, names.size());
            assertEquals(RegisterStatus.NO_TARGET, names.register("a", owner.id));
        }

        @Test
        void onlyItsOwnerGivesItUp() {
            register("a", owner.id);
            assertFalse(names.unregister("a", watcher.id));
            assertFalse(names.unregister("unknown", owner.id));
            assertEquals(owner.id, names.find("a"));
            assertTrue(names.unregister("a", owner.id));
            assertFalse(names.unregister("a", owner.id));
            assertNull(names.find("a"));
        }

        @Test
        void badNamesAndStrangersAreRefused() {
            assertThrows(IllegalArgumentException.class, () -> names.register("", owner.id));
            assertThrows(NullPointerException.class, () -> names.register(null, owner.id));
            assertThrows(NullPointerException.class, () -> names.register("a", null));
            assertThrows(IllegalArgumentException.class, () -> names.find(""));
            assertInstanceOf(IllegalArgumentException.class, owner.fails(self -> self.watchName("")));
            assertThrows(IllegalArgumentException.class, () -> ActorConfig.DEFAULT.registered());
            try (var elsewhere = new TestRuntime()) {
                ActorId stranger = elsewhere.hive().spawn(IDLE);
                assertThrows(IllegalArgumentException.class, () -> names.register("a", stranger));
            }
            assertEquals(0, names.size());
        }

        @Test
        void anInboxLosesItsNameWhenItIsClosed() {
            runtime.simulation().afterEachStep(() -> {});
            try (ExternalInbox inbox = runtime.hive().openInbox()) {
                register("a", inbox.id());
            }
            assertNull(names.find("a"));
        }
    }

    @Nested
    class AtSpawn {
        private final ActorConfig config = there.withName("worker").registered();

        @Test
        void theNameIsThereBeforeTheActorStartsAndGoesWithIt() {
            var found = new ArrayList<Object>();
            ActorId worker = runtime.hive().spawn((ActorBody) self -> found.add(names.find("worker")),
                    config.withInit(id -> found.add(names.find("worker"))));
            runtime.runUntilBlocked();
            assertEquals(List.of(worker, worker), found);
            assertNull(names.find("worker"));
        }

        @Test
        void aTakenNameLeavesNoActor() {
            ActorId first = runtime.hive().spawn(IDLE, config);
            var inits = new ArrayList<ActorId>();
            assertEquals(NoActor.NAME_TAKEN, runtime.hive().trySpawn(IDLE, config.withInit(inits::add)));
            assertEquals(NoActor.NAME_TAKEN, owner.does(self -> self.trySpawn(IDLE, config.withInit(inits::add))));
            assertThrows(IllegalStateException.class, () -> runtime.hive().spawn(IDLE, config));
            runtime.runUntilBlocked();
            assertEquals(List.of(), inits);
            assertEquals(3, runtime.hive().stats().actors());
            assertEquals(first, names.find("worker"));
            assertEquals(1, names.size());
        }

        @Test
        void anInitThatThrowsLeavesTheNameFree() {
            assertTrue(watcher.succeeds(self -> self.watchName("worker")));
            var seen = new ArrayList<ActorId>();
            var failing = config.withInit(id -> {
                seen.add(id);
                throw new IllegalStateException("no");
            });
            assertThrows(IllegalStateException.class, () -> runtime.hive().spawn(IDLE, failing));
            assertInstanceOf(IllegalStateException.class, owner.fails(self -> self.spawn(IDLE, failing)));
            assertNull(names.find("worker"));
            for (ActorId stillborn : seen) {
                watcher.expectName("worker", stillborn, true);
                watcher.expectName("worker", stillborn, false);
            }
            watcher.expectNothing();
            assertEquals(2, runtime.hive().stats().actors());
        }

        @Test
        void tooManyActorsTakeNoName() {
            for (int i = 0; i < 8; i++) {
                runtime.hive().spawn(IDLE);
            }
            assertEquals(NoActor.NO_MEMORY, runtime.hive().trySpawn(IDLE, config));
            assertEquals(0, names.size());
        }
    }

    @Nested
    class Watched {
        @Test
        void whoWatchesHearsAtOnceOfTheOwnerAndThenOfEveryChangeInOrder() {
            register("a", owner.id);
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            assertFalse(watcher.succeeds(self -> self.watchName("a")), "twice");
            watcher.expectName("a", owner.id, true);
            assertTrue(names.unregister("a", owner.id));
            register("a", watcher.id);
            watcher.expectName("a", owner.id, false);
            watcher.expectName("a", watcher.id, true);
            watcher.expectNothing();
            assertEquals(1, runtime.hive().stats().nameWatches());
        }

        @Test
        void nothingIsToldOfANameThatNobodyHas() {
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            register("b", owner.id);
            watcher.expectNothing();
        }

        @Test
        void whoWatchesNoMoreHearsNothing() {
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            assertTrue(watcher.succeeds(self -> self.unwatchName("a")));
            assertFalse(watcher.succeeds(self -> self.unwatchName("a")));
            register("a", owner.id);
            watcher.expectNothing();
            assertEquals(0, runtime.hive().stats().nameWatches());
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            watcher.expectName("a", owner.id, true);
        }

        @Test
        void aWatcherThatEndsLeavesNoWatch() {
            assertTrue(watcher.succeeds(self -> self.watchName("a") && self.watchName("b")));
            watcher.order(self -> {
                self.sleep(ofMillis(10));
                return 0;
            });
            runtime.runUntilBlocked();
            register("a", owner.id);
            runtime.runUntilBlocked();
            assertEquals(1, runtime.hive().stats().systemPlaces(), "unread");
            assertTrue(runtime.hive().kill(watcher.id));
            register("b", owner.id);
            runtime.runUntilBlocked();
            assertEquals(0, runtime.hive().stats().nameWatches());
            assertEquals(0, runtime.hive().stats().systemPlaces());
        }

        @Test
        void theExitComesBeforeTheNewsThatTheNameHasGone() {
            register("a", owner.id);
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            watcher.expectName("a", owner.id, true);
            long number = watcher.monitors(owner.id);
            assertTrue(runtime.hive().kill(owner.id));
            watcher.expectExit(number, owner.id, ExitReason.KILLED);
            watcher.expectName("a", owner.id, false);
            watcher.expectNothing();
        }

        @Test
        void withEverySlotTakenAndTheMailboxAtItsLimit() {
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            while (runtime.hive().notify(owner.id, (Puppet.Order<Integer>) self -> 0) == NotifyStatus.SENT) {
                assertFalse(runtime.hive().stats().messagesInUse() > 64);
            }
            assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(watcher.id, "no"));
            register("a", owner.id);
            watcher.expectName("a", owner.id, true);
        }

        @Test
        void ofMoreThanSixteenUnreadTheLastTellsHowItStands() {
            assertTrue(watcher.succeeds(self -> self.watchName("a")));
            for (boolean isAwake : new boolean[] {true, false}) {
                if (!isAwake) {
                    watcher.order(self -> {
                        self.sleep(ofMillis(10));
                        return 0;
                    });
                    runtime.runUntilBlocked();
                }
                for (int i = 0; i < 20; i++) {
                    register("a", owner.id);
                    if (!isAwake && i % 3 == 0) {
                        runtime.runUntilBlocked();
                    }
                    assertTrue(names.unregister("a", owner.id));
                }
                register("a", owner.id);
                runtime.runUntilBlocked();
                assertEquals(isAwake ? 0 : 16, runtime.hive().stats().systemPlaces());
                runtime.advance(ofMillis(10));
                for (int i = 0; i < 15; i++) {
                    watcher.expectName("a", owner.id, i % 2 == 0);
                }
                watcher.expectName("a", owner.id, true);
                watcher.expectNothing();
                assertTrue(names.unregister("a", owner.id));
                watcher.expectName("a", owner.id, false);
            }
        }
    }

    /** Looks for a name when it reads the EXIT of the one who had it, and takes it. */
    private List<Object> heirOf(ActorId target, Priority priority) {
        var found = new ArrayList<>();
        runtime.hive().spawn((ActorBody) self -> {
            assertInstanceOf(Monitor.class, self.monitor(target));
            Message message = self.receive();
            assertEquals(MessageClass.EXIT, message.messageClass());
            found.add(String.valueOf(names.find("a")));
            found.add(names.register("a", self.self()));
        }, ActorConfig.named("heir").onShard(0).withPriority(priority));
        runtime.runUntilBlocked();
        return found;
    }

    @Test
    void aNameIsFreeWhenTheExitOfItsOwnerCanBeRead() {
        register("a", owner.id);
        List<Object> found = heirOf(owner.id, Priority.CRITICAL);
        assertTrue(runtime.hive().kill(owner.id));
        runtime.runUntilBlocked();
        assertEquals(List.of("null", RegisterStatus.REGISTERED), found);
    }

    @Test
    void theNameOfAZombieToo() {
        var mayEnd = new boolean[1];
        var threads = new ArrayList<Thread>();
        ActorId zombie = runtime.hive().spawn((ActorBody) self -> {
            threads.add(Thread.currentThread());
            while (!mayEnd[0]) {
                LockSupport.park();
                Thread.interrupted();
            }
        }, there);
        register("a", zombie);
        assertTrue(watcher.succeeds(self -> self.watchName("a")));
        watcher.expectName("a", zombie, true);
        long number = watcher.monitors(zombie);
        List<Object> found = heirOf(zombie, Priority.CRITICAL);
        assertTrue(runtime.hive().kill(zombie));
        runtime.advance(ofMillis(1000));
        assertEquals(List.of("null", RegisterStatus.REGISTERED), found);
        assertTrue(watcher.nextExit(number).stillRunning());
        watcher.expectName("a", zombie, false);
        NameChange heirs = assertInstanceOf(NameChange.class, watcher.next().object());
        assertTrue(heirs.isRegistered());
        mayEnd[0] = true;
        LockSupport.unpark(threads.getFirst());
        runtime.runUntilBlocked();
    }

    @Test
    void aContextThatIsNotItsActorsWatchesNothing() {
        ActorContext stolen = watcher.does(self -> self);
        assertThrows(WrongThreadException.class, () -> stolen.watchName("a"));
        assertThrows(WrongThreadException.class, () -> stolen.unwatchName("a"));
        assertEquals(0, runtime.hive().stats().nameWatches());
    }
}
