package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Placement;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.SpawnResult;
import io.hiveactor.runtime.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LifeTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).maxActors(10).build(), TestRuntime.freshSeed());

    @AfterEach
    void nothingIsLeft() {
        runtime.close();
        var stats = runtime.hive().stats();
        assertEquals(0, stats.actors(), "seed " + runtime.seed());
        assertEquals(0, stats.zombies(), "seed " + runtime.seed());
        assertEquals(0, stats.messagesInUse(), "seed " + runtime.seed());
        assertEquals(0, stats.fibers(), "seed " + runtime.seed());
    }

    private ActorId run(ActorBody body) {
        ActorId id = runtime.hive().spawn(body);
        runtime.runUntilBlocked();
        return id;
    }

    @Nested
    class Exits {
        @Test
        void returningIsNormal() {
            ActorExit exit = runtime.exitOf(run(self -> {}));

            assertEquals(ExitReason.NORMAL, exit.reason());
            assertFalse(exit.stillRunning());
        }

        @Test
        void exitGivesItsReason() {
            assertEquals(ExitReason.of(42), runtime.exitOf(run(self -> self.exit(ExitReason.of(42)))).reason());
        }

        @Test
        void anExitThatIsSwallowedIsStillOne() {
            ActorId stubborn = runtime.hive().spawn((Handler) (self, message) -> {
                try {
                    self.exit(ExitReason.of(3));
                } catch (Error e) {
                    assertEquals("ActorStopped", e.getClass().getSimpleName());
                }
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(stubborn, 1));
            runtime.runUntilBlocked();

            assertEquals(ExitReason.of(3), runtime.exitOf(stubborn).reason());
        }

        @Test
        void anEscapedExceptionIsACrashThatKeepsIt() {
            var failure = new java.io.IOException("boom");
            ActorExit exit = runtime.exitOf(run(self -> {
                throw failure;
            }));

            assertEquals(ExitReason.CRASH, exit.reason());
            assertSame(failure, exit.cause());
        }

        @Test
        void aStackOverflowEndsThatActorAlone() {
            MessageProbe neighbour = runtime.probe();
            ActorExit exit = runtime.exitOf(run(self -> assertTrue(dive(1) > 0)));

            assertEquals(ExitReason.STACK_OVERFLOW, exit.reason());
            assertInstanceOf(StackOverflowError.class, exit.cause());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(neighbour.id(), "alive"));
            neighbour.expect("alive");
        }

        @SuppressWarnings("InfiniteRecursion") // the subject
        private int dive(int depth) {
            return dive(depth + 1) + depth;
        }

        @Test
        void aHandlersCrashLosesItsMailboxAndNobodyElses() {
            MessageProbe neighbour = runtime.probe();
            ActorId fragile = runtime.hive().spawn((Handler) (self, message) -> {
                throw new IllegalStateException("on " + message.object());
            });
            for (int i = 0; i < 3; i++) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(fragile, i));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(neighbour.id(), i));
            }

            assertEquals(3, neighbour.received().size());
            assertEquals(1, runtime.exits().size());
            assertEquals(2, runtime.hive().stats().undelivered());
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(fragile, "late"));
        }

        @Test
        void reasonsOutsideTheirRangeAreRefused() {
            assertThrows(IllegalArgumentException.class, () -> ExitReason.of(0xFFFC));
            assertThrows(IllegalArgumentException.class, () -> ExitReason.of(-1));
            assertEquals("NORMAL", ExitReason.NORMAL.toString());
            assertTrue(ExitReason.of(0xFFFB).isApplication());
        }
    }

    @Nested
    class Spawning {
        @Test
        void aFullHiveSaysSo() {
            var ids = new ArrayList<ActorId>();
            for (int i = 0; i < 10; i++) {
                ids.add(runtime.hive().spawn((Handler) (self, message) -> {}));
            }
            Handler one = (self, message) -> {};
            assertEquals(SpawnResult.NoActor.NO_MEMORY, runtime.hive().trySpawn(one, ActorConfig.DEFAULT));
            var failure = assertThrows(IllegalStateException.class, () -> runtime.hive().spawn(one));
            assertTrue(String.valueOf(failure.getMessage()).contains("10"), failure.getMessage());

            runtime.hive().kill(ids.getFirst());
            runtime.runUntilBlocked();
            assertInstanceOf(ActorId.class, runtime.hive().trySpawn(one, ActorConfig.DEFAULT));
        }

        @Test
        void initRunsInTheSpawnerBeforeTheActorStarts() {
            var order = new ArrayList<String>();
            var parent = runtime.start(self -> {
                ActorId child = self.spawn((ActorBody) inner -> order.add("run"),
                        ActorConfig.named("child").withInit(id -> order.add("init " + id.name())));
                order.add("spawned " + child.name());
                return child;
            });
            assertEquals("child", parent.resultNow().name());
            assertEquals(List.of("init child", "spawned child", "run"), order);
        }

        @Test
        void anInitThatThrowsLeavesNoActor() {
            Handler handler = (self, message) -> {};
            var config = ActorConfig.DEFAULT.withInit(id -> {
                throw new IllegalStateException("no");
            });
            assertThrows(IllegalStateException.class, () -> runtime.hive().spawn(handler, config));
            assertEquals(0, runtime.hive().stats().actors());
        }

        @Test
        void anInitMaySendToTheNewActor() {
            for (int shard = 0; shard < 2; shard++) {
                var order = new ArrayList<Object>();
                var config = ActorConfig.DEFAULT.onShard(shard);
                var parent = runtime.start(self -> {
                    ActorId handler = self.spawn((Handler) (inner, message) -> order.add(message.object()),
                            config.withInit(id -> assertEquals(NotifyStatus.SENT, self.notify(id, "first"))));
                    return self.notify(handler, "second");
                }, ActorConfig.DEFAULT.onShard(0));

                assertEquals(NotifyStatus.SENT, parent.resultNow());
                assertEquals(List.of("first", "second"), order);
            }
        }

        @Test
        void anInitThatSendsAndThrowsLeavesNothing() {
            for (int shard = 0; shard < 2; shard++) {
                Handler handler = (self, message) -> {};
                var config = ActorConfig.DEFAULT.onShard(shard);
                var parent = runtime.start(self -> assertThrows(IllegalStateException.class,
                        () -> self.spawn(handler, config.withInit(id -> {
                            assertEquals(NotifyStatus.SENT, self.notify(id, "lost"));
                            throw new IllegalStateException("no");
                        }))), ActorConfig.DEFAULT.onShard(0));

                assertEquals("no", parent.resultNow().getMessage());
                assertEquals(0, runtime.hive().stats().actors());
                assertEquals(0, runtime.hive().stats().messagesInUse());
            }
        }

        @Test
        void messagesSentRightAfterACrossShardSpawnArrive() {
            var seen = new ArrayList<Object>();
            var parent = runtime.start(self -> {
                ActorId child = self.spawn((Handler) (inner, message) -> seen.add(message.object()),
                        ActorConfig.DEFAULT.onShard(1));
                return List.of(self.notify(child, "a"), self.notify(child, "b"));
            }, ActorConfig.DEFAULT.onShard(0));

            assertEquals(List.of(NotifyStatus.SENT, NotifyStatus.SENT), parent.resultNow());
            assertEquals(List.of("a", "b"), seen);
        }

        @Test
        void anUnknownShardIsRefusedByItsNumber() {
            Handler handler = (self, message) -> {};
            var failure = assertThrows(IllegalArgumentException.class,
                    () -> runtime.hive().spawn(handler, ActorConfig.DEFAULT.onShard(2)));
            assertTrue(String.valueOf(failure.getMessage()).contains("2"), failure.getMessage());
            assertThrows(IllegalArgumentException.class, () -> ActorConfig.DEFAULT.onShard(-1));
            assertEquals(0, runtime.hive().stats().actors());
        }

        /** The later one is put where the first was, before the message to the first comes in. */
        @Test
        void anIdIsNeverTakenForALaterActor() {
            var there = ActorConfig.DEFAULT.onShard(1);
            var ids = new ArrayList<ActorId>();
            var seen = new ArrayList<Object>();
            ActorId first = runtime.hive().spawn((self, message) -> {
                ids.add(runtime.hive().spawn((Handler) (later, late) -> seen.add(late.object()), there));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(self.self(), "on its way"));
                self.exit(ExitReason.NORMAL);
            }, there);
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(first, "end"));
            runtime.runUntilBlocked();

            ActorId second = ids.getFirst();
            assertEquals(List.of(), seen);
            assertEquals(1, runtime.hive().stats().undelivered());
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(first, "x"));
            assertFalse(runtime.hive().isAlive(first));
            assertTrue(runtime.hive().isAlive(second));
            assertTrue(first.number() != second.number());
            assertEquals(1, shardOf(second));
        }

        private int shardOf(ActorId actor) {
            return runtime.hive().snapshot().actors().stream()
                    .filter(view -> view.identity().number() == actor.number()).findFirst().orElseThrow().shard();
        }

        private static List<ActorId> spawnFour(Spawner spawner, Placement placement) {
            var four = new ArrayList<ActorId>();
            for (int i = 0; i < 4; i++) {
                four.add(spawner.spawn((Handler) (self, message) -> {}, ActorConfig.DEFAULT.withPlacement(placement)));
            }
            return four;
        }

        private List<Integer> shardsFromOutside(Placement placement) {
            List<ActorId> four = spawnFour(runtime.hive(), placement);
            runtime.runUntilBlocked();
            return four.stream().map(this::shardOf).toList();
        }

        private List<Integer> shardsOfChildren(int parent, Placement placement) {
            var four = runtime.start(self -> spawnFour(self, placement), ActorConfig.DEFAULT.onShard(parent));
            return four.resultNow().stream().map(this::shardOf).toList();
        }

        @Test
        void fromOutsideActorsAreSpreadOverTheShardsInTurn() {
            assertEquals(List.of(0, 1, 0, 1), shardsFromOutside(Placement.SPREAD));
            assertEquals(List.of(0, 1, 0, 1), shardsFromOutside(Placement.WITH_PARENT), "there is no parent");
        }

        @Test
        void anActorsChildrenLiveWithItUnlessTheyAreSpread() {
            assertEquals(List.of(1, 1, 1, 1), shardsOfChildren(1, Placement.WITH_PARENT));
            assertEquals(List.of(0, 1, 0, 1), shardsOfChildren(1, Placement.SPREAD));
        }
    }

    @Test
    void anActorMayCloseItsHive() {
        ActorId closer = run(self -> {
            runtime.hive().close();
            self.sleep(ofMillis(10));
        });
        runtime.runUntilBlocked();

        assertTrue(runtime.hive().isClosed());
        assertEquals(ExitReason.NORMAL, runtime.exitOf(closer).reason());
    }

    @Nested
    class Killing {
        private void assertDiesAtOnce(ActorId id) {
            assertTrue(runtime.hive().kill(id));
            assertFalse(runtime.hive().isAlive(id));
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(id, "x"));
            assertFalse(runtime.hive().kill(id), "twice");
            runtime.runUntilBlocked();

            assertEquals(new ActorExit(id, ExitReason.KILLED, null, false), runtime.exitOf(id));
            assertEquals(0, runtime.waiterCount());
            assertEquals(0, runtime.hive().stats().messagesInUse());
            assertEquals(0, runtime.hive().stats().deadlines());
            assertEquals(0, runtime.hive().stats().actors());
        }

        @Test
        void anIdleHandlerDiesAtOnce() {
            ActorId idle = runtime.hive().spawn((Handler) (self, message) -> {});
            runtime.runUntilBlocked();
            assertDiesAtOnce(idle);
        }

        @Test
        void aQueuedActorDiesWithItsMailbox() {
            ActorId queued = runtime.hive().spawn((Handler) (self, message) -> {
                throw new AssertionError("it must not run any more");
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(queued, 1));
            assertDiesAtOnce(queued);
        }

        @Test
        void anActorInAReceiveOrASleepUnwinds() {
            var unwound = new ArrayList<String>();
            ActorId receiving = run(self -> {
                try {
                    Received unused = self.receive(ofSeconds(10));
                } finally {
                    unwound.add("receive");
                }
            });
            assertDiesAtOnce(receiving);
            ActorId sleeping = run(self -> {
                try {
                    self.sleep(ofSeconds(10));
                } finally {
                    unwound.add("sleep");
                }
            });
            assertDiesAtOnce(sleeping);
            assertEquals(List.of("receive", "sleep"), unwound);
        }

        @Test
        void laterCallsOfAKilledActorThrow() {
            var calls = new ArrayList<String>();
            ActorId stubborn = run(self -> {
                for (int i = 0; i < 3; i++) {
                    try {
                        self.receive();
                    } catch (Error e) {
                        calls.add(e.getClass().getSimpleName());
                    }
                }
            });
            assertDiesAtOnce(stubborn);
            assertEquals(List.of("ActorStopped", "ActorStopped", "ActorStopped"), calls);
        }

        @Test
        void oneParkedInForeignCodeIsInterrupted() {
            var lock = new ReentrantLock();
            lock.lock();
            var seen = new ArrayList<Object>();
            ActorId parked = run(self -> {
                try {
                    lock.lockInterruptibly();
                } catch (InterruptedException e) {
                    seen.add("interrupted");
                }
            });
            assertDiesAtOnce(parked);
            assertEquals(List.of("interrupted"), seen);
            lock.unlock();
        }

        @Test
        void aHandlerThatSwallowsItsKillEndsAllTheSame() {
            var lock = new ReentrantLock();
            lock.lock();
            ActorId interrupted = runtime.hive().spawn((Handler) (self, message) -> {
                try {
                    lock.lockInterruptibly();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            ActorId stopped = runtime.hive().spawn((Handler) (self, message) -> {
                try {
                    self.receive();
                } catch (Throwable e) {
                    assertEquals("ActorStopped", e.getClass().getSimpleName());
                }
            });
            for (ActorId id : List.of(interrupted, stopped)) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(id, "wait"));
                runtime.runUntilBlocked();
                assertTrue(runtime.hive().kill(id));
                runtime.runUntilBlocked();
                assertEquals(new ActorExit(id, ExitReason.KILLED, null, false), runtime.exitOf(id));
            }
            runtime.advance(ofSeconds(5));
            assertEquals(2, runtime.exits().size());
            assertEquals(0, runtime.hive().stats().zombies());
            lock.unlock();
        }

        @Test
        void codeThatWillNotEndIsAZombieAfterTheGraceAndEndsLater() {
            var threads = new ArrayList<Thread>();
            var mayEnd = new boolean[1];
            ActorId zombie = run(self -> {
                threads.add(Thread.currentThread());
                while (!mayEnd[0]) {
                    LockSupport.park();
                    Thread.interrupted();
                }
            });
            assertTrue(runtime.hive().kill(zombie));
            runtime.advance(ofMillis(999));
            assertTrue(runtime.exits().isEmpty());

            runtime.advance(ofMillis(1));
            assertEquals(new ActorExit(zombie, ExitReason.KILLED, null, true), runtime.exitOf(zombie));
            assertEquals(1, runtime.hive().stats().zombies());
            assertEquals(0, runtime.hive().stats().actors());

            mayEnd[0] = true;
            LockSupport.unpark(threads.getFirst());
            runtime.runUntilBlocked();
            assertEquals(0, runtime.hive().stats().zombies());
            assertEquals(1, runtime.exits().size(), runtime.exits().toString());
        }

        @Test
        void anActorCannotKillItself() {
            var outcome = runtime.start(self ->
                    assertThrows(IllegalArgumentException.class, () -> self.kill(self.self())));
            assertTrue(outcome.resultNow().toString().contains("exit()"));
        }

        @Test
        void anActorKillsAcrossShards() {
            ActorId target = runtime.hive().spawn((Handler) (self, message) -> {}, ActorConfig.DEFAULT.onShard(1));
            var killer = runtime.start(self -> List.of(self.kill(target), self.isAlive(target)),
                    ActorConfig.DEFAULT.onShard(0));

            assertEquals(List.of(true, false), killer.resultNow());
            assertEquals(ExitReason.KILLED, runtime.exitOf(target).reason());
        }
    }
}
