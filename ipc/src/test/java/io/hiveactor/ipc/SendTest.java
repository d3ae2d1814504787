package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.WaiterOrder;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A send that waits for its turn. The pool has room for four messages of users. */
class SendTest {
    private static final int ROOM = 4;

    private TestRuntime runtime = started(config());
    private final List<Object> read = new ArrayList<>();
    private final ActorId reader = reader(ActorConfig.named("reader"));

    private static HiveConfig.Builder config() {
        return TestRuntime.config().messages(ROOM + 2).reservedMessages(2).maxPayload(16);
    }

    private static TestRuntime started(HiveConfig.Builder config) {
        return new TestRuntime(config.build(), TestRuntime.freshSeed());
    }

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
        assertEquals(0, runtime.hive().stats().waitingForSlots());
    }

    /** Reads a message each 10 ms. */
    private ActorId reader(ActorConfig config) {
        return runtime.hive().spawn((ActorBody) self -> {
            while (true) {
                self.sleep(ofMillis(10));
                read.add(self.receive().object());
            }
        }, config);
    }

    private CompletableFuture<SendStatus> sending(ActorId to, Object what, long timeoutMillis) {
        return sending(to, what, timeoutMillis, ActorConfig.DEFAULT);
    }

    private CompletableFuture<SendStatus> sending(ActorId to, Object what, long timeoutMillis, ActorConfig config) {
        return runtime.start(self -> self.send(to, 0, what, Timeouts.ofMillis(timeoutMillis)), config);
    }

    private void fillPool() {
        for (int i = 0; i < ROOM; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(reader, "filler"));
        }
        assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(reader, "one too many"));
    }

    @Nested
    class WithRoom {
        @Test
        void itIsSentAtOnce() {
            assertEquals(SendStatus.SENT, sending(reader, "x", -1).resultNow());
            runtime.advance(ofMillis(10));
            assertEquals(List.of("x"), read);
        }

        @Test
        void aDeadTargetIsNoTarget() {
            runtime.hive().kill(reader);
            runtime.runUntilBlocked();
            assertEquals(SendStatus.NO_TARGET, sending(reader, "x", -1).resultNow());
        }

        @Test
        void whatIsTooLargeIsRefused() {
            assertEquals(SendStatus.TOO_LARGE, sending(reader, new byte[17], -1).resultNow());
            assertEquals(SendStatus.SENT, sending(reader, new byte[16], -1).resultNow());
        }

        @Test
        void aNullAndAStrangeTimeoutAreBugs() {
            assertEquals(true, runtime.start(self -> {
                assertThrows(NullPointerException.class, () -> self.send(reader, 0, null, Duration.ofMillis(1)));
                assertThrows(IllegalArgumentException.class, () -> self.send(reader, 0, "x", Duration.ofMillis(-2)));
                assertThrows(IllegalArgumentException.class, () -> self.send(reader, 0, "x", ofMillis(-1)));
                return true;
            }).resultNow());
            assertEquals(0, runtime.hive().stats().messagesInUse());
        }

        @Test
        void aNameIsLookedUpAtEachCall() {
            var before = runtime.start(self -> self.send("clerk", 0, "x", Duration.ofMillis(10)));
            assertEquals(SendStatus.NOT_FOUND, before.resultNow());
            assertEquals(RegisterStatus.REGISTERED,
                    runtime.hive().names().register("clerk", reader));
            var after = runtime.start(self -> self.send("clerk", 0, "x", Duration.ofMillis(10)));
            assertEquals(SendStatus.SENT, after.resultNow());
            runtime.hive().kill(reader);
            runtime.runUntilBlocked();
            var dead = runtime.start(self -> self.notify("clerk", 0, "x"));
            assertEquals(NotifyStatus.NOT_FOUND, dead.resultNow());
        }
    }

    @Nested
    class WithThePoolExhausted {
        @Test
        void timeoutZeroIsToldAtOnce() {
            fillPool();
            assertEquals(SendStatus.NO_MEMORY, sending(reader, "x", 0).resultNow());
            assertEquals(0, runtime.hive().stats().waitingForSlots());
        }

        @Test
        void itWaitsUntilASlotIsFree() {
            fillPool();
            var sent = sending(reader, "x", -1);
            assertFalse(sent.isDone());
            runtime.advance(ofMillis(10)); // the reader has received one, and holds it
            assertFalse(sent.isDone());
            runtime.advance(ofMillis(10));
            assertEquals(SendStatus.SENT, sent.resultNow());
        }

        @Test
        void itTimesOutAtItsDeadlineAndNotBefore() {
            fillPool();
            var sent = sending(reader, "x", 15);
            runtime.advance(ofMillis(14));
            assertFalse(sent.isDone());
            runtime.advance(ofMillis(1));
            assertEquals(SendStatus.TIMEOUT, sent.resultNow());
            assertEquals(0, runtime.hive().stats().waitingForSlots());
        }

        @Test
        void aNotifyDoesNotOvertakeIt() {
            fillPool();
            var sent = sending(reader, "waited", -1);
            var seen = new ArrayList<NotifyStatus>();
            var sneaking = runtime.start(self -> {
                for (int i = 0; i < 30; i++) {
                    self.sleep(ofMillis(1));
                    if (!sent.isDone()) {
                        seen.add(self.notify(reader, "sneaky"));
                    }
                }
                return "tried";
            });
            runtime.advance(ofMillis(40));
            assertEquals("tried", sneaking.resultNow());
            assertEquals(SendStatus.SENT, sent.resultNow());
            assertTrue(seen.size() >= 19 && seen.stream().allMatch(s -> s == NotifyStatus.NO_MEMORY), seen.toString());
        }

        @Test
        void waitersAreServedInTheOrderInWhichTheyCame() {
            fillPool();
            for (int i = 0; i < 5; i++) {
                var waiting = sending(reader, i, -1);
                assertFalse(waiting.isDone());
            }
            runtime.advance(ofMillis(200));
            assertEquals(List.of(0, 1, 2, 3, 4), read.subList(ROOM, read.size()));
        }

        @Test
        void aHigherPriorityIsServedFirst() {
            fillPool();
            for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.CRITICAL, Priority.HIGH)) {
                assertFalse(sending(reader, priority, -1, ActorConfig.DEFAULT.withPriority(priority)).isDone());
            }
            runtime.advance(ofMillis(200));
            assertEquals(List.of(Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.LOW),
                    read.subList(ROOM, read.size()));
        }

        @Test
        void inFifoOrderAPriorityDoesNotCount() {
            runtime.close();
            runtime = started(config().waiterOrder(WaiterOrder.FIFO));
            ActorId slow = reader(ActorConfig.DEFAULT);
            for (int i = 0; i < ROOM; i++) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(slow, "filler"));
            }
            for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.CRITICAL)) {
                assertFalse(sending(slow, priority, -1, ActorConfig.DEFAULT.withPriority(priority)).isDone());
            }
            runtime.advance(ofMillis(200));
            assertEquals(List.of(Priority.LOW, Priority.NORMAL, Priority.CRITICAL), read.subList(ROOM, read.size()));
        }

        @Test
        void aKilledWaiterLeavesTheLine() {
            fillPool();
            ActorId[] killed = new ActorId[1];
            var first = runtime.start(self -> {
                killed[0] = self.self();
                return self.send(reader, 0, "killed");
            });
            var second = sending(reader, "second", -1);
            runtime.hive().kill(killed[0]);
            runtime.runUntilBlocked();
            assertEquals(1, runtime.hive().stats().waitingForSlots());
            runtime.advance(ofMillis(200));
            assertTrue(first.isCompletedExceptionally());
            assertEquals(SendStatus.SENT, second.resultNow());
            assertFalse(read.contains("killed"));
        }

        @Test
        void itIsClosedAtOnceWhenTheTargetDies() {
            fillPool();
            ActorId other = runtime.hive().spawn((self, message) -> {});
            var sent = sending(other, "x", -1);
            assertFalse(sent.isDone());
            runtime.hive().kill(other);
            runtime.runUntilBlocked();
            assertEquals(SendStatus.CLOSED, sent.resultNow());
            assertEquals(0, runtime.hive().stats().waitingForSlots());
        }

        @Test
        void aThreadOutsideWaitsInTheSameLine() throws InterruptedException {
            fillPool();
            var inside = sending(reader, "inside", -1);
            assertEquals(SendStatus.SENT, runtime.hive().send(reader, 0, "outside", ofMillis(500)));
            assertEquals(SendStatus.SENT, inside.resultNow());
            runtime.advance(ofMillis(200));
            assertEquals(List.of("inside", "outside"), read.subList(ROOM, read.size()));
        }

        @Test
        void itIsClosedAtOnceWhenAnInboxIsClosed() {
            var inbox = runtime.hive().openInbox();
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("main", inbox.id()));
            fillPool();
            var sent = sending(inbox.id(), "x", -1);
            assertFalse(sent.isDone());
            inbox.close();
            runtime.runUntilBlocked();
            assertEquals(SendStatus.CLOSED, sent.resultNow());
            assertEquals(0, runtime.hive().names().size());
        }

        @Test
        void anInitThatFailsLeavesNoName() {
            assertThrows(IllegalStateException.class, () -> runtime.hive().spawn((self, message) -> {},
                    ActorConfig.DEFAULT.withInit(id -> {
                        assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("never", id));
                        throw new IllegalStateException("no");
                    })));
            assertEquals(0, runtime.hive().names().size());
        }

        @Test
        void aThreadOutsideTimesOut() throws InterruptedException {
            fillPool();
            long before = runtime.hive().nowNanos();
            assertEquals(SendStatus.TIMEOUT, runtime.hive().send(reader, 0, "x", ofMillis(15)));
            assertEquals(15_000_000, runtime.hive().nowNanos() - before);
            assertEquals(SendStatus.NO_MEMORY, runtime.hive().send(reader, 0, "x", ofMillis(0)));
        }
    }

    @Nested
    class WithALimitedMailbox {
        private ActorId limited(MailboxLimit limit) {
            return reader(ActorConfig.named("limited").withLimit(limit));
        }

        @Test
        void aSendWaitsForRoomAndANotifyIsTold() {
            ActorId target = limited(MailboxLimit.blockSender(2));
            assertEquals(SendStatus.SENT, sending(target, 1, 0).resultNow());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, 2));
            assertEquals(NotifyStatus.MAILBOX_FULL, runtime.hive().notify(target, "no"));
            assertEquals(SendStatus.MAILBOX_FULL, sending(target, "no", 0).resultNow());
            var waits = sending(target, 3, -1);
            var later = sending(target, 4, 5);
            assertFalse(waits.isDone());
            runtime.advance(ofMillis(10));
            assertEquals(SendStatus.SENT, waits.resultNow());
            assertEquals(SendStatus.TIMEOUT, later.resultNow());
            runtime.advance(ofMillis(100));
            assertEquals(List.of(1, 2, 3), read);
        }

        @Test
        void failTellsBothAtOnce() {
            ActorId target = limited(MailboxLimit.fail(1));
            assertEquals(SendStatus.SENT, sending(target, 1, -1).resultNow());
            assertEquals(SendStatus.MAILBOX_FULL, sending(target, 2, -1).resultNow());
            assertEquals(NotifyStatus.MAILBOX_FULL, runtime.hive().notify(target, 2));
        }

        @Test
        void dropNewestTellsTheSender() {
            ActorId target = limited(MailboxLimit.dropNewest(1));
            assertEquals(SendStatus.SENT, sending(target, 1, -1).resultNow());
            assertEquals(SendStatus.DROPPED, sending(target, 2, -1).resultNow());
            assertEquals(NotifyStatus.DROPPED, runtime.hive().notify(target, 2));
            runtime.advance(ofMillis(100));
            assertEquals(List.of(1), read);
            assertEquals(2, runtime.hive().stats().drops());
        }

        @Test
        void dropOldestKeepsTheNewest() {
            ActorId target = limited(MailboxLimit.dropOldest(2));
            for (int i = 0; i < 5; i++) {
                assertEquals(SendStatus.SENT, sending(target, i, -1).resultNow());
            }
            runtime.advance(ofMillis(100));
            assertEquals(List.of(3, 4), read);
            assertEquals(3, runtime.hive().stats().drops());
        }

        @Test
        void whatCannotBeSentDoesNotRaiseTheLimitOfAMailboxThatDropsItsOldest() {
            ActorId target = limited(MailboxLimit.dropOldest(1));
            fillPool();
            assertEquals(SendStatus.NO_MEMORY, sending(target, "no slot", 0).resultNow());
            runtime.hive().kill(reader);
            runtime.runUntilBlocked();
            MemorySegment closed;
            try (Arena arena = Arena.ofShared()) {
                closed = arena.allocate(1);
            }
            assertInstanceOf(IllegalStateException.class, sending(target, closed, 0).exceptionNow());
            for (int i = 0; i < 3; i++) {
                assertEquals(SendStatus.SENT, sending(target, i, 0).resultNow());
            }
            runtime.advance(ofMillis(100));
            assertEquals(List.of(2), read);
        }

        @Test
        void conflateKeepsTheNewestOfEachKeyInItsPlace() {
            ActorId target = limited(MailboxLimit.conflate(2, message -> ((String) message).substring(0, 1)));
            for (String price : List.of("a1", "b1", "a2", "b2", "a3")) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, price));
                runtime.runUntilBlocked();
            }
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, "c1"));
            runtime.advance(ofMillis(100));
            assertEquals(List.of("b2", "c1"), read);
            assertEquals(4, runtime.hive().stats().drops());
        }

        @Test
        void aSenderThatIsKilledInTheKeyFunctionSendsNothingAnyMore() {
            ActorId target = limited(MailboxLimit.conflate(2, message -> {
                java.util.Objects.requireNonNull(runtime.hive().current()).sleep(ofMillis(50));
                return "key";
            }));
            ActorId sender = runtime.hive().spawn((ActorBody) self -> {
                NotifyStatus status = self.notify(target, "from the dead");
                throw new AssertionError("never: " + status);
            });
            runtime.runUntilBlocked();
            runtime.hive().kill(sender);
            runtime.advance(ofMillis(200));
            assertEquals(List.of(), read);
        }

        @Test
        void whoWaitsForRoomIsClosedWhenTheTargetDies() {
            ActorId target = limited(MailboxLimit.blockSender(1));
            assertEquals(SendStatus.SENT, sending(target, 1, -1).resultNow());
            var waits = sending(target, 2, -1);
            assertFalse(waits.isDone());
            runtime.hive().kill(target);
            runtime.runUntilBlocked();
            assertEquals(SendStatus.CLOSED, waits.resultNow());
        }

        @Test
        void itNeverHoldsASlotWhileItWaits() {
            ActorId target = limited(MailboxLimit.blockSender(1));
            assertEquals(SendStatus.SENT, sending(target, 1, -1).resultNow());
            for (int i = 0; i < 3; i++) {
                assertFalse(sending(target, "waits", -1).isDone());
            }
            assertEquals(1, runtime.hive().stats().messagesInUse());
        }

        @Test
        void roomThatWasReservedGoesBackWhenThereIsNoSlotInTime() {
            ActorId target = limited(MailboxLimit.blockSender(1));
            fillPool();
            var late = sending(target, "late", 5); // has room, waits for a slot
            var next = sending(target, "next", -1); // waits for room
            runtime.advance(ofMillis(5));
            assertEquals(SendStatus.TIMEOUT, late.resultNow());
            runtime.advance(ofMillis(100));
            assertEquals(SendStatus.SENT, next.resultNow());
            assertTrue(read.contains("next"));
        }

        @Test
        void ticksAreLetInAnyway() {
            var ticks = new ArrayList<Object>();
            runtime.hive().spawn((ActorBody) self -> {
                var timer = self.after(ofMillis(1));
                self.sleep(ofMillis(5));
                for (int i = 0; i < 2; i++) {
                    Message message = self.receive();
                    ticks.add(message.isTickOf(timer) ? "tick" : message.object());
                }
            }, ActorConfig.named("full").withLimit(MailboxLimit.fail(1)).withInit(
                    id -> assertEquals(NotifyStatus.SENT, runtime.hive().notify(id, "full"))));
            runtime.advance(ofMillis(10));
            assertEquals(List.of("full", "tick"), ticks);
        }

        /** Two ticks lie in a mailbox for one message: the message is let in, and no tick makes room for another. */
        @Test
        void ticksDoNotCountTowardsTheLimit() {
            for (MailboxLimit limit : List.of(MailboxLimit.blockSender(1), MailboxLimit.fail(1),
                    MailboxLimit.dropNewest(1), MailboxLimit.dropOldest(1), MailboxLimit.conflate(1, what -> what))) {
                var got = new ArrayList<Object>();
                ActorId target = runtime.hive().spawn((ActorBody) self -> {
                    var first = self.after(ofMillis(1));
                    var second = self.after(ofMillis(1));
                    self.sleep(ofMillis(5));
                    while (self.receive(ofMillis(1)) instanceof Message message) {
                        got.add(message.isTickOf(first) || message.isTickOf(second) ? "tick" : message.object());
                    }
                }, ActorConfig.DEFAULT.withLimit(limit));
                runtime.advance(ofMillis(2));
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, "one"), limit::toString);
                boolean keepsTheNewest = runtime.hive().notify(target, "two") == NotifyStatus.SENT;
                runtime.advance(ofMillis(10));
                assertEquals(List.of("tick", "tick", keepsTheNewest ? "two" : "one"), got, limit::toString);
                Overflow policy = limit.overflow();
                boolean dropsTheOldest = policy == Overflow.DROP_OLDEST || policy == Overflow.CONFLATE;
                assertEquals(dropsTheOldest, keepsTheNewest, limit::toString);
            }
        }
    }
}
