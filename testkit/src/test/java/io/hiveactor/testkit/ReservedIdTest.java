package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MonitorResult.NoMonitor;
import io.hiveactor.runtime.Names;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.ReserveResult.NotReserved;
import io.hiveactor.runtime.ReservedId;
import io.hiveactor.runtime.port.Simulations;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Seats, and who sits there one after another; on the shard of their owner, and on another one. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class ReservedIdTest {
    private static final Handler IDLE = (self, message) -> {};

    private final TestRuntime runtime;
    private final Names names;
    private final ActorConfig there;
    private final Puppet owner;
    private final Puppet watcher;
    private final ReservedId seat;
    private final List<String> seen = new ArrayList<>();

    ReservedIdTest(int shards) {
        runtime = new TestRuntime(
                TestRuntime.config().shards(shards).messages(64).maxActors(10).build(), TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        names = runtime.hive().names();
        there = ActorConfig.named("there").onShard(shards - 1);
        owner = new Puppet(runtime, ActorConfig.named("owner").onShard(0));
        watcher = new Puppet(runtime, there);
        seat = assertInstanceOf(ReservedId.class, owner.does(self -> self.reserveId("worker")));
    }

    @AfterEach
    void nothingIsLeft() {
        Leftovers.assertNone(runtime);
    }

    @CanIgnoreReturnValue
    private ActorId sit(Handler handler) {
        return owner.does(self -> self.spawn(handler, there.withReservedId(seat)));
    }

    /** Notes what it receives, after its name. */
    private Handler noting(String name) {
        return (self, message) -> seen.add(name + ":" + message.object());
    }

    private void kill(ActorId actor) {
        assertTrue(runtime.hive().kill(actor));
        runtime.runUntilBlocked();
    }

    @Nested
    class Vacant {
        @Test
        void itHasItsNameAndNobody() {
            assertEquals(seat.id(), names.find("worker"));
            assertEquals("worker", seat.name());
            assertTrue(seat.isOpen());
            assertFalse(runtime.hive().isAlive(seat.id()));
            assertFalse(runtime.hive().kill(seat.id()));
            assertEquals(NotifyStatus.NO_TARGET, runtime.hive().notify(seat.id(), "x"));
            assertEquals(NotifyStatus.NO_TARGET, watcher.does(self -> self.notify(seat.id(), "x")));
            assertEquals(LinkStatus.NO_TARGET, watcher.does(self -> self.link(seat.id())));
            assertFalse(watcher.succeeds(self -> self.unlink(seat.id())));
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitorZombie(seat.id())));
            assertEquals(RegisterStatus.NO_TARGET, names.register("other", seat.id()));
            assertEquals(NotReserved.NAME_TAKEN, owner.does(self -> self.reserveId("worker")));
        }

        @Test
        void theNameIsNobodysToGiveUp() {
            assertFalse(names.unregister("worker", seat.id()));
            assertEquals(seat.id(), names.find("worker"));
        }
    }

    @Nested
    class Taken {
        @Test
        void oneAfterAnotherHasTheIdAndTheName() {
            for (int i = 0; i < 3; i++) {
                assertEquals(seat.id(), sit(noting("" + i)));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "hello"));
                runtime.runUntilBlocked();
                kill(seat.id());
                assertEquals(seat.id(), names.find("worker"));
                assertTrue(seat.isOpen());
            }
            assertEquals(List.of("0:hello", "1:hello", "2:hello"), seen);
        }

        @Test
        void nothingOfAnEarlierOneReachesTheNext() {
            sit((self, message) -> {
                assertEquals(NotifyStatus.SENT, self.notify(self.self(), "to myself"));
                self.after(ofMillis(1));
                self.every(ofMillis(1));
                self.watchName("name of the first");
                self.sleep(ofMillis(5));
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "begin"));
            runtime.runUntilBlocked();
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "unread"));
            assertEquals(RegisterStatus.REGISTERED, names.register("name of the first", seat.id()));
            assertEquals(LinkStatus.LINKED, watcher.does(self -> self.link(seat.id())));
            kill(seat.id());
            watcher.expectExit(0, seat.id(), ExitReason.KILLED);
            assertNull(names.find("name of the first"));
            assertEquals(0, runtime.hive().stats().deadlines());
            assertEquals(0, runtime.hive().stats().nameWatches());
            assertEquals(0, runtime.hive().stats().systemPlaces());

            sit(noting("next"));
            assertEquals(RegisterStatus.REGISTERED, names.register("name of the first", owner.id));
            kill(watcher.id);
            runtime.advance(ofMillis(10));
            assertEquals(List.of(), seen);
        }

        @Test
        void messagesOnTheirWayAtItsEndAreNotForTheNext() {
            sit(noting("first"));
            watcher.order(self -> self.notify(seat.id(), "for the first"));
            kill(seat.id());
            sit(noting("second"));
            runtime.runUntilBlocked();
            assertFalse(seen.contains("second:for the first"), seen.toString());
        }

        @Test
        void aSecondOneIsRefusedAndLeavesNothing() {
            sit(noting("first"));
            var inits = new ArrayList<ActorId>();
            var refusal = owner.fails(self -> self.spawn(IDLE, there.withReservedId(seat).withInit(inits::add)));
            assertInstanceOf(IllegalStateException.class, refusal);
            assertTrue(refusal.getMessage().contains("taken"), refusal.getMessage());
            assertEquals(List.of(), inits);
            assertEquals(3, runtime.hive().stats().actors());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "still"));
            runtime.runUntilBlocked();
            assertEquals(List.of("first:still"), seen);
        }

        @Test
        void onlyItsOwnerPutsSomebodyThere() {
            for (Throwable refusal : List.of(watcher.fails(self -> self.spawn(IDLE, ActorConfig.DEFAULT.withReservedId(seat))),
                    assertThrows(IllegalArgumentException.class,
                            () -> runtime.hive().spawn(IDLE, ActorConfig.DEFAULT.withReservedId(seat))))) {
                assertInstanceOf(IllegalArgumentException.class, refusal);
                assertTrue(refusal.getMessage().contains(owner.id.toString()), refusal.getMessage());
            }
            assertThrows(WrongThreadException.class, seat::close);
            assertThrows(IllegalArgumentException.class, () -> ActorConfig.named("x").registered().withReservedId(seat));
            assertEquals(2, runtime.hive().stats().actors());
            sit(IDLE);
        }

        @Test
        void anInitThatThrowsLeavesItVacant() {
            var refusal = owner.fails(self -> self.spawn(IDLE, there.withReservedId(seat).withInit(id -> {
                throw new IllegalStateException("no");
            })));
            assertEquals("no", refusal.getMessage());
            assertEquals(2, runtime.hive().stats().actors());
            assertFalse(runtime.hive().isAlive(seat.id()));
            assertEquals(seat.id(), names.find("worker"));
            sit(noting("next"));
            assertTrue(runtime.hive().isAlive(seat.id()));
        }

        @Test
        void aZombiesSeatCanBeTakenAgain() {
            var mayEnd = new boolean[1];
            var threads = new ArrayList<Thread>();
            owner.does(self -> self.spawn((ActorBody) inner -> {
                threads.add(Thread.currentThread());
                while (!mayEnd[0]) {
                    LockSupport.park();
                    Thread.interrupted();
                }
            }, there.withReservedId(seat)));
            long number = watcher.monitors(seat.id());
            assertTrue(runtime.hive().kill(seat.id()));
            runtime.advance(ofMillis(999));
            assertInstanceOf(IllegalStateException.class, owner.fails(self -> self.spawn(IDLE, there.withReservedId(seat))));
            runtime.advance(ofMillis(1));
            assertTrue(watcher.nextExit(number).stillRunning());
            sit(noting("next"));
            mayEnd[0] = true;
            LockSupport.unpark(threads.getFirst());
            runtime.runUntilBlocked();
            watcher.expectNothing();
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "hello"));
            runtime.runUntilBlocked();
            assertEquals(List.of("next:hello"), seen);
        }
    }

    @Nested
    class Monitored {
        @Test
        void itFiresAtEachEnd() {
            long number = watcher.monitors(seat.id());
            assertEquals(0, runtime.hive().stats().systemPlaces());
            for (int i = 0; i < 3; i++) {
                int reason = i;
                sit((self, message) -> self.exit(ExitReason.of(reason)));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "end"));
                watcher.expectExit(number, seat.id(), ExitReason.of(i));
            }
            watcher.expectNothing();
        }

        @Test
        void severalEndsMayLieUnread() {
            long number = watcher.monitors(seat.id());
            watcher.order(self -> {
                self.sleep(ofMillis(10));
                return 0;
            });
            runtime.runUntilBlocked();
            for (int i = 0; i < 70; i++) {
                int reason = i;
                sit((self, message) -> self.exit(ExitReason.of(reason)));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "end"));
                runtime.runUntilBlocked();
            }
            assertEquals(70, runtime.hive().stats().systemPlaces());
            runtime.advance(ofMillis(10));
            for (int i = 0; i < 70; i++) {
                watcher.expectExit(number, seat.id(), ExitReason.of(i));
            }
            watcher.expectNothing();
        }

        @Test
        void itIsTakenAwayLikeAnyOther() {
            long number = watcher.monitors(seat.id());
            long stays = watcher.monitors(seat.id());
            assertTrue(watcher.succeeds(self -> self.demonitor(number)));
            assertFalse(watcher.succeeds(self -> self.demonitor(number)));
            sit(IDLE);
            kill(seat.id());
            watcher.expectExit(stays, seat.id(), ExitReason.KILLED);
            watcher.expectNothing();
        }

        @Test
        void itEndsWithTheSeat() {
            long number = watcher.monitors(seat.id());
            owner.does(self -> {
                seat.close();
                return 0;
            });
            assertFalse(watcher.succeeds(self -> self.demonitor(number)));
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitor(seat.id())));
            watcher.expectNothing();
        }

        @Test
        void whoSitsThereCannotMonitorItself() {
            sit((self, message) -> seen.add(
                    assertThrows(IllegalArgumentException.class, () -> self.monitor(seat.id())).getMessage()));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "try"));
            runtime.runUntilBlocked();
            assertEquals(1, seen.size());
        }
    }

    @Nested
    class Closed {
        @Test
        void whoSitsThereLivesOnWithoutTheName() {
            sit(noting("last"));
            long number = watcher.monitors(seat.id());
            owner.does(self -> {
                seat.close();
                seat.close();
                return 0;
            });
            assertFalse(seat.isOpen());
            assertNull(names.find("worker"));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat.id(), "hello"));
            runtime.runUntilBlocked();
            assertEquals(List.of("last:hello"), seen);
            kill(seat.id());
            watcher.expectExit(number, seat.id(), ExitReason.KILLED);
            assertFalse(watcher.succeeds(self -> self.demonitor(number)), "there will be no more");
            var refusal = owner.fails(self -> self.spawn(IDLE, there.withReservedId(seat)));
            assertInstanceOf(IllegalStateException.class, refusal);
            assertTrue(refusal.getMessage().contains("closed"), refusal.getMessage());
            assertEquals(2, runtime.hive().stats().actors());
        }

        @Test
        void byTheEndOfItsOwnerHoweverThatEnds() {
            assertTrue(watcher.succeeds(self -> self.watchName("worker")));
            watcher.expectName("worker", seat.id(), true);
            long number = watcher.monitors(owner.id);
            owner.ends(self -> {
                throw new IllegalStateException("boom");
            });
            assertFalse(seat.isOpen());
            assertNull(names.find("worker"));
            List<MessageClass> news = List.of(watcher.next().messageClass(), watcher.next().messageClass());
            assertTrue(news.contains(MessageClass.EXIT) && news.contains(MessageClass.NAME), news + " " + number);
            watcher.expectNothing();
        }
    }

    @Nested
    class ForOne {
        private final ReservedId forOne = owner.does(self -> self.reserveIdForOne("single"));

        @Test
        void itsIdIsThereBeforeItsActorAndEndsWithIt() {
            assertNull(forOne.name());
            assertEquals("single", forOne.id().name());
            assertNull(names.find("single"));
            long number = watcher.monitors(forOne.id());
            owner.does(self -> self.spawn(IDLE, there.withReservedId(forOne)));
            kill(forOne.id());
            watcher.expectExit(number, forOne.id(), ExitReason.KILLED);
            assertFalse(forOne.isOpen());
            assertFalse(watcher.succeeds(self -> self.demonitor(number)));
            assertInstanceOf(IllegalStateException.class, owner.fails(self -> self.spawn(IDLE, there.withReservedId(forOne))));
        }

        @Test
        void anInitThatThrowsClosesIt() {
            assertInstanceOf(IllegalStateException.class,
                    owner.fails(self -> self.spawn(IDLE, there.withReservedId(forOne).withInit(id -> {
                        throw new IllegalStateException("no");
                    }))));
            assertFalse(forOne.isOpen());
        }

        @Test
        void oneThatNobodyTookIsClosedWithItsOwner() {
            kill(owner.id);
            assertFalse(forOne.isOpen());
            assertEquals(NoMonitor.NO_TARGET, watcher.does(self -> self.monitor(forOne.id())));
        }
    }

    @Test
    void badNamesOpenNothing() {
        assertInstanceOf(IllegalArgumentException.class, owner.fails(self -> self.reserveId("")));
        assertInstanceOf(NullPointerException.class, owner.fails(self -> self.reserveId(null)));
        assertInstanceOf(NullPointerException.class, owner.fails(self -> self.reserveIdForOne(null)));
        ActorContext stolen = owner.does(self -> self);
        assertThrows(WrongThreadException.class, () -> stolen.reserveId("x"));
        assertEquals(1, names.size());
    }
}
