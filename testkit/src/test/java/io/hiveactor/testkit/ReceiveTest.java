package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReceiveTest {
    private final TestRuntime runtime = new TestRuntime();

    @AfterEach
    void close() {
        runtime.close();
    }

    @Nested
    class GivenAnEmptyMailbox {
        @Test
        void receiveTimesOutAtItsDeadlineAndNotBefore() {
            var outcome = runtime.start(self -> self.receive(ofMillis(10)));

            runtime.advance(ofMillis(9));
            assertFalse(outcome.isDone());

            runtime.advance(ofMillis(1));
            assertEquals(NoMessage.TIMEOUT, outcome.resultNow());
            assertEquals(0, runtime.waiterCount());
            assertEquals(0, runtime.hive().stats().deadlines());
        }

        @Test
        void aReceiveThatMayNotWaitReturnsAtOnce() {
            var outcome = runtime.start(self -> self.tryReceive());

            assertEquals(NoMessage.WOULD_BLOCK, outcome.resultNow());
        }

        @Test
        void aMessageEndsTheWaitAndItsDeadlineDoesNotDisturbLaterWaits() {
            var ids = new ArrayList<ActorId>();
            var outcome = runtime.start(self -> {
                ids.add(self.self());
                boolean got = self.receive(ofMillis(10)) instanceof Message;
                return List.of(got, self.receive(ofMillis(100)));
            });
            runtime.advance(ofMillis(5));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.getFirst(), "x"));
            runtime.advance(ofMillis(99));
            assertFalse(outcome.isDone(), "the second wait has its own deadline");

            runtime.advance(ofMillis(1));
            assertEquals(List.of(true, NoMessage.TIMEOUT), outcome.resultNow());
        }

        @Test
        void anEndlessWaitAfterATimedOneIsEndless() {
            var ids = new ArrayList<ActorId>();
            var outcome = runtime.start(self -> {
                ids.add(self.self());
                boolean got = self.receive(ofMillis(10)) instanceof Message;
                return List.of(got, self.receive().as(String.class));
            });
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.getFirst(), "x"));
            runtime.advance(ofMillis(1000));
            assertFalse(outcome.isDone());

            assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.getFirst(), "y"));
            runtime.runUntilBlocked();
            assertEquals(List.of(true, "y"), outcome.resultNow());
        }

        @Test
        void aShorterWaitAfterALongOneEndsInTime() {
            var ids = new ArrayList<ActorId>();
            var outcome = runtime.start(self -> {
                ids.add(self.self());
                boolean got = self.receive(ofMillis(10_000)) instanceof Message;
                return List.of(got, self.receive(ofMillis(10)));
            });
            runtime.advance(ofMillis(1));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.getFirst(), "x"));
            runtime.advance(ofMillis(10));

            assertEquals(List.of(true, NoMessage.TIMEOUT), outcome.resultNow());
        }
    }

    @Nested
    class GivenQueuedMessages {
        @Test
        void theyAreReceivedInOrder() {
            var seen = new ArrayList<Object>();
            ActorId reader = runtime.hive().spawn((ActorBody) self -> {
                self.sleep(ofMillis(1));
                for (int i = 0; i < 3; i++) {
                    seen.add(self.receive().as(String.class));
                }
            });
            for (String text : List.of("a", "b", "c")) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(reader, text));
            }
            runtime.advance(ofMillis(1));

            assertEquals(List.of("a", "b", "c"), seen);
        }

        @Test
        void aFailedReceiveLeavesTheMessageInHandReadable() {
            var outcome = runtime.start(self -> {
                NotifyStatus sent = self.notify(self.self(), 7, "payload");
                Message message = self.receive();
                Object failed = self.tryReceive();
                return List.of(sent, failed, message.tag(), message.as(String.class));
            });

            assertEquals(List.of(NotifyStatus.SENT, NoMessage.WOULD_BLOCK, 7, "payload"), outcome.resultNow());
        }

        @Test
        void aHandlerMayReceiveTheNextMessageItself() {
            var seen = new ArrayList<Object>();
            ActorId pairs = runtime.hive().spawn((self, message) -> {
                seen.add(message.object());
                seen.add(self.receive().object());
                seen.add("|");
            });
            for (String text : List.of("a", "b", "c")) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(pairs, text));
            }
            runtime.runUntilBlocked();
            assertEquals(List.of("a", "b", "|", "c"), seen);
            assertEquals(1, runtime.waiterCount());

            assertEquals(NotifyStatus.SENT, runtime.hive().notify(pairs, "d"));
            runtime.runUntilBlocked();
            assertEquals(List.of("a", "b", "|", "c", "d", "|"), seen);
            assertEquals(0, runtime.waiterCount());
            assertEquals(0, runtime.hive().stats().messagesInUse());
        }

        @Test
        void theSenderIsWhoeverSentIt() {
            MessageProbe probe = runtime.probe();
            var sender = runtime.start(self -> {
                assertEquals(NotifyStatus.SENT, self.notify(probe.id(), "x"));
                return self.self();
            });

            assertSame(sender.resultNow(), probe.next().sender());
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(probe.id(), "y"));
            assertFalse(runtime.hive().isAlive(probe.next().sender()), "nobody can answer a bare thread");
        }
    }

    @Test
    void bytesArriveAsTheyWereSent() {
        MessageProbe probe = runtime.probe();
        byte[] bytes = {1, 2, 3};
        var status = runtime.hive().notify(probe.id(), 9, java.lang.foreign.MemorySegment.ofArray(bytes));
        bytes[0] = 99;

        assertEquals(NotifyStatus.SENT, status);
        MessageProbe.Seen seen = probe.next();
        assertEquals(List.of((byte) 1, (byte) 2, (byte) 3), seen.bytes());
        assertEquals(9, seen.tag());
        assertTrue(seen.object() == null);
    }
}
