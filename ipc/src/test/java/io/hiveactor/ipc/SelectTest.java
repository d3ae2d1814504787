package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Selective receives, and waits for any of several things. */
class SelectTest {
    private static final MessageFilter TWO = MessageFilter.any().tag(2);
    private static final MessageFilter THREE = MessageFilter.any().tag(3);

    private final TestRuntime runtime = new TestRuntime();

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    private static void toSelf(ActorContext self, int... tags) {
        for (int tag : tags) {
            assertEquals(NotifyStatus.SENT, self.notify(self.self(), tag, "message " + tag));
        }
    }

    private static Object tagOf(Matched received) {
        return received instanceof Message message ? (Object) message.tag() : received;
    }

    @Nested
    class Selectively {
        @Test
        void theOldestMatchIsTakenAndTheRestStaysInOrder() {
            var outcome = runtime.start(self -> {
                toSelf(self, 1, 2, 3, 2, 1);
                var taken = new ArrayList<Object>();
                taken.add(tagOf(self.tryReceive(TWO)));
                taken.add(tagOf(self.tryReceive(TWO)));
                taken.add(tagOf(self.tryReceive(TWO)));
                for (int i = 0; i < 3; i++) {
                    taken.add(self.receive().tag());
                }
                return taken;
            });
            assertEquals(List.of(2, 2, NoMessage.WOULD_BLOCK, 1, 3, 1), outcome.resultNow());
        }

        @Test
        void everyCriterionCounts() {
            ActorId[] receiver = new ActorId[1];
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                var timer = self.after(ofMillis(1));
                self.sleep(ofMillis(5));
                toSelf(self, 1, 2);
                Object byClass = tagOf(self.tryReceive(MessageFilter.any().ofClass(MessageClass.TIMER)));
                Object both = tagOf(self.tryReceive(TWO.from(self.self())));
                Object none = tagOf(self.tryReceive(MessageFilter.any().tag(1).ofClass(MessageClass.TIMER)));
                Object where = tagOf(self.tryReceive(
                        MessageFilter.any().where(message -> "message 1".equals(message.object()))));
                return List.of(byClass, both, none, where, timer.number() > 0);
            });
            runtime.advance(ofMillis(5));
            assertEquals(List.of(0, 2, NoMessage.WOULD_BLOCK, 1, true), outcome.resultNow());
        }

        @Test
        void itWaitsForAMatchAndNothingElseWakesIt() {
            ActorId[] receiver = new ActorId[1];
            var asked = new AtomicInteger();
            var filter = MessageFilter.any().tag(2).where(message -> asked.incrementAndGet() > 1);
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                return tagOf(self.receive(filter, Duration.ofMillis(100)));
            });
            for (int tag : List.of(1, 1, 2, 3)) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], tag, "x"));
                runtime.runUntilBlocked();
            }
            assertFalse(outcome.isDone());
            assertEquals(1, asked.get());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 2, "x"));
            runtime.runUntilBlocked();
            assertEquals(2, outcome.resultNow());
        }

        @Test
        void itTimesOutAtItsDeadline() {
            var outcome = runtime.start(self -> {
                toSelf(self, 1, 1);
                return tagOf(self.receive(TWO, ofMillis(10)));
            });
            runtime.advance(ofMillis(9));
            assertFalse(outcome.isDone());
            runtime.advance(ofMillis(1));
            assertEquals(NoMessage.TIMEOUT, outcome.resultNow());
        }

        @Test
        void whatAFilterHasRefusedItDoesNotLookAtAgain() {
            var asked = new AtomicInteger();
            var filter = MessageFilter.any().where(message -> {
                asked.incrementAndGet();
                return message.tag() == 2;
            });
            var outcome = runtime.start(self -> {
                for (int i = 0; i < 500; i++) {
                    toSelf(self, 1);
                }
                for (int i = 0; i < 100; i++) {
                    toSelf(self, 2);
                    assertEquals(2, tagOf(self.tryReceive(filter)));
                    assertEquals(NoMessage.WOULD_BLOCK, self.tryReceive(THREE)); // another one in between
                }
                self.receive(); // from the front
                toSelf(self, 2);
                assertEquals(2, tagOf(self.tryReceive(filter)));
                return self.pending();
            });
            assertEquals(499, outcome.resultNow());
            assertEquals(500 + 101, asked.get());
        }

        @Test
        void takingTheMarkedMessageLosesNothing() {
            var outcome = runtime.start(self -> {
                toSelf(self, 1);
                assertEquals(NoMessage.WOULD_BLOCK, self.tryReceive(TWO)); // the mark stands on it
                self.receive();
                toSelf(self, 2, 1, 2);
                return List.of(tagOf(self.tryReceive(TWO)), tagOf(self.tryReceive(TWO)), self.pending());
            });
            assertEquals(List.of(2, 2, 1), outcome.resultNow());
        }

        @Test
        void aPredicateThatReceivesOrThrowsChangesNothing() {
            var outcome = runtime.start(self -> {
                toSelf(self, 1, 2);
                assertThrows(IllegalStateException.class, () -> self.tryReceive(
                        MessageFilter.any().where(message -> self.receive().tag() == 1)));
                assertThrows(ArithmeticException.class, () -> self.tryReceive(
                        MessageFilter.any().where(message -> 1 / (message.tag() - 1) > 0)));
                return List.of(self.receive().tag(), self.receive().tag());
            });
            assertEquals(List.of(1, 2), outcome.resultNow());
        }

        @Test
        void aMessageThatIsReplacedWhileAPredicateLooksAtAnotherLosesNothing() {
            ActorId[] receiver = new ActorId[1];
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                for (String text : List.of("a1", "b1", "c1")) {
                    assertEquals(NotifyStatus.SENT, self.notify(self.self(), 0, text));
                }
                var slow = MessageFilter.any().where(message -> {
                    if ("c1".equals(message.object())) {
                        self.sleep(ofMillis(10));
                        return true;
                    }
                    return false;
                });
                var taken = new ArrayList<Object>();
                taken.add(self.tryReceive(slow) instanceof Message got ? got.object() : "none");
                taken.add(self.receive().object());
                taken.add(self.receive().object());
                return taken;
            }, ActorConfig.DEFAULT.withLimit(MailboxLimit.conflate(9, text -> ((String) text).substring(0, 1))));
            runtime.advance(ofMillis(5));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 0, "a2"));
            runtime.advance(ofMillis(30));
            assertEquals(List.of("c1", "a2", "b1"), outcome.resultNow());
        }

        @Test
        void aPredicateThatSleepsDoesNotEndTheWait() {
            ActorId[] receiver = new ActorId[1];
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                var sleepy = MessageFilter.any().where(message -> {
                    self.sleep(ofMillis(1));
                    return message.tag() == 2;
                });
                return tagOf(self.receive(sleepy));
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 1, "x"));
            runtime.advance(ofMillis(10));
            assertFalse(outcome.isDone());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 2, "x"));
            runtime.advance(ofMillis(10));
            assertEquals(2, outcome.resultNow());
        }

        @Test
        void aKillWhileAPredicateWaitsTakesNothingFromAnybody() {
            var lock = new java.util.concurrent.locks.ReentrantLock();
            ActorId victim = runtime.hive().spawn((ActorBody) self -> {
                toSelf(self, 1, 1);
                Matched got = self.receive(MessageFilter.any().where(message -> {
                    lock.lock();
                    lock.unlock();
                    return true;
                }));
                throw new AssertionError("never: " + got);
            }, ActorConfig.named("victim"));
            var holding = runtime.start(self -> {
                lock.lock();
                self.sleep(ofMillis(10));
                lock.unlock();
                return "held";
            }, ActorConfig.DEFAULT.withPriority(io.hiveactor.runtime.Priority.HIGH));
            runtime.hive().kill(victim);
            runtime.runUntilBlocked();
            var neighbour = runtime.start(self -> {
                toSelf(self, 3, 3, 3);
                self.sleep(ofMillis(20));
                return List.of(self.pending(), self.receive().tag(), self.receive().tag(), self.receive().tag());
            });
            runtime.advance(ofMillis(30));
            assertEquals("held", holding.resultNow());
            assertEquals(List.of(3, 3, 3, 3), neighbour.resultNow());
            assertEquals(0, runtime.hive().stats().actors());
        }

        @Test
        void aMessageThatIsDroppedWhileAPredicateLooksAtItIsNotTaken() {
            ActorId[] receiver = new ActorId[1];
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                assertEquals(NotifyStatus.SENT, self.notify(self.self(), 1, "old"));
                var slow = MessageFilter.any().where(message -> {
                    self.sleep(ofMillis(10));
                    return true;
                });
                return self.tryReceive(slow) instanceof Message taken ? taken.object() : "nothing";
            }, ActorConfig.DEFAULT.withLimit(MailboxLimit.dropOldest(1)));
            runtime.advance(ofMillis(5));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 2, "new"));
            runtime.advance(ofMillis(20));
            assertEquals("new", outcome.resultNow());
        }
    }

    @Nested
    class OverSeveral {
        /** Ready when it is told so. */
        private static final class Flag extends Source {
            private boolean isUp;
            private final List<WakeUp> armed = new ArrayList<>();

            void raise() {
                isUp = true;
                List.copyOf(armed).forEach(WakeUp::wake);
            }

            @Override
            protected boolean isReady() {
                return isUp;
            }

            @Override
            protected void arm(WakeUp wakeUp) {
                armed.add(wakeUp);
            }

            @Override
            protected void disarm(WakeUp wakeUp) {
                armed.remove(wakeUp);
            }
        }

        private static Object indexOf(SelectResult selected) {
            return switch (selected) {
                case SelectResult.Received got -> got.index();
                case SelectResult.Ready ready -> ready.index();
                case SelectResult.Nothing nothing -> nothing;
            };
        }

        @Test
        void theFirstReadyInOrderWins() {
            var flag = new Flag();
            var outcome = runtime.start(self -> {
                toSelf(self, 3, 2);
                flag.raise();
                var got = new ArrayList<Object>();
                got.add(indexOf(self.trySelect(TWO, THREE, flag)));
                got.add(indexOf(self.trySelect(TWO, THREE, flag)));
                got.add(indexOf(self.trySelect(TWO, THREE, flag)));
                got.add(indexOf(self.trySelect(TWO, THREE)));
                return got;
            });
            assertEquals(List.of(0, 1, 2, SelectResult.Nothing.WOULD_BLOCK), outcome.resultNow());
        }

        @Test
        void itWaitsForWhicheverComesFirst() {
            var flag = new Flag();
            ActorId[] receiver = new ActorId[1];
            var outcome = runtime.start(self -> {
                receiver[0] = self.self();
                var got = new ArrayList<Object>();
                got.add(indexOf(self.select(Duration.ofMillis(100), TWO, flag)));
                var ready = assertInstanceOf(SelectResult.Received.class, self.select(ofMillis(100), TWO, THREE));
                got.add(ready.index());
                got.add(ready.message().object());
                got.add(indexOf(self.select(ofMillis(10), TWO, THREE)));
                return got;
            });
            assertEquals(1, flag.armed.size());
            assertTrue(runtime.start(self -> {
                flag.raise();
                return flag.isUp;
            }).resultNow());
            assertTrue(flag.armed.isEmpty());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 1, "other"));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 3, "three"));
            runtime.advance(ofMillis(10));
            assertEquals(List.of(1, 1, "three", SelectResult.Nothing.TIMEOUT), outcome.resultNow());
        }

        @Test
        void anOpenRequestIsASourceToo() {
            ActorId echo = runtime.hive().spawn((ActorBody) self -> {
                Message request = self.receive();
                self.sleep(ofMillis(10));
                var status = self.reply(request, "pong");
                assertEquals(io.hiveactor.runtime.ReplyStatus.SENT, status);
            });
            var outcome = runtime.start(self -> {
                var pending = (PendingReply<Message>) self.startRequest(echo, 0, "ping", ofMillis(50));
                Object first = indexOf(self.select(Duration.ofMillis(5), TWO, pending));
                Object second = indexOf(self.select(Duration.ofMillis(20), TWO, pending));
                return List.of(first, second, ((Reply<Message>) pending.await()).value().as(String.class));
            });
            runtime.advance(ofMillis(50));
            assertEquals(List.of(SelectResult.Nothing.TIMEOUT, 1, "pong"), outcome.resultNow());
        }

        @Test
        void theTicksOfOneTimerAreReceivedAndThoseOfOthersStay() {
            var outcome = runtime.start(self -> {
                TimerId first = self.after(ofMillis(1));
                TimerId second = self.after(ofMillis(2));
                self.sleep(ofMillis(5));
                boolean isTheSecond = self.receive(MessageFilter.tickOf(second)) instanceof Message tick && tick.isTickOf(second);
                return List.of(isTheSecond, self.receive().isTickOf(first), self.tryReceive(MessageFilter.tickOf(first)));
            });
            runtime.advance(ofMillis(10));
            assertEquals(List.of(true, true, NoMessage.WOULD_BLOCK), outcome.resultNow());
        }

        @Test
        void aRequestThatTimesOutIsReady() {
            ActorId silent = runtime.hive().spawn((self, message) -> {});
            var outcome = runtime.start(self -> {
                var pending = (PendingReply<Message>) self.startRequest(silent, 0, MemorySegment.NULL, Duration.ofMillis(20));
                Object index = indexOf(self.select(TWO, pending));
                return List.of(index, ((NoReply<Message>) pending.await()).reason(), self.nowNanos());
            });
            runtime.advance(ofMillis(100));
            assertEquals(List.of(1, NoReply.Reason.TIMEOUT, 20_000_000L), outcome.resultNow());
        }

        @Test
        void aFutureCanBeSelectedOn() {
            var future = new java.util.concurrent.CompletableFuture<String>();
            var outcome = runtime.start(self -> indexOf(self.select(Duration.ofMillis(50), TWO, Source.of(future))));
            assertTrue(runtime.start(self -> future.complete("x")).resultNow());
            assertEquals(1, outcome.resultNow());
        }

        @Test
        void whatComesWhileAnotherSourceMakesTheActorWaitIsSeen() {
            ActorId[] receiver = new ActorId[1];
            var slow = new Source() {
                private ActorContext self;

                @Override
                protected boolean isReady() {
                    self.sleep(ofMillis(5));
                    return false;
                }

                @Override
                protected void arm(WakeUp wakeUp) {}

                @Override
                protected void disarm(WakeUp wakeUp) {}
            };
            var outcome = runtime.start(self -> {
                slow.self = self;
                receiver[0] = self.self();
                return List.of(indexOf(self.select(Duration.ofMillis(100_000), TWO, slow)), self.nowNanos() < 50_000_000);
            });
            runtime.advance(ofMillis(2)); // it is in isReady, and has looked into its mailbox before
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(receiver[0], 2, "x"));
            runtime.advance(ofMillis(200));
            assertEquals(List.of(0, true), outcome.resultNow());
        }

        @Test
        void oneSourceThatFailsToDisarmKeepsNoOtherArmed() {
            var flag = new Flag();
            var failing = new Source() {
                @Override
                protected boolean isReady() {
                    return false;
                }

                @Override
                protected void arm(WakeUp wakeUp) {}

                @Override
                protected void disarm(WakeUp wakeUp) {
                    throw new IllegalStateException("no");
                }
            };
            var outcome = runtime.start(self ->
                    assertThrows(IllegalStateException.class, () -> self.select(Duration.ofMillis(1), failing, flag)));
            runtime.advance(ofMillis(1));
            assertTrue(outcome.isDone() && flag.armed.isEmpty());
        }

        @Test
        void aKilledActorDisarmsItsSources() {
            var flag = new Flag();
            ActorId waiting = runtime.hive().spawn((ActorBody) self -> {
                SelectResult selected = self.select(TWO, flag);
                throw new AssertionError("never: " + selected);
            });
            runtime.runUntilBlocked();
            assertEquals(1, flag.armed.size());
            runtime.hive().kill(waiting);
            runtime.runUntilBlocked();
            assertTrue(flag.armed.isEmpty());
        }

        @Test
        void selectingOnNothingIsABug() {
            assertTrue(runtime.start(self -> {
                assertThrows(IllegalArgumentException.class, () -> self.select());
                assertThrows(NullPointerException.class, () -> self.trySelect((Source) null));
                return true;
            }).resultNow());
        }
    }
}
