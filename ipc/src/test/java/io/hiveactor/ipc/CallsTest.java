package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Overflow;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Undelivered;
import io.hiveactor.testkit.MessageProbe;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The calls of an actor that have no wait worth a test class of its own, and what the listener is told. */
class CallsTest {
    private final List<Object> told = new ArrayList<>();
    private final TestRuntime runtime = new TestRuntime(TestRuntime.config().maxPayload(16).listener(new HiveListener() {
        @Override
        public void onDrop(DroppedMessage drop) {
            told.add(drop);
        }

        @Override
        public void onUndelivered(Undelivered message) {
            told.add(message);
        }
    }).build(), TestRuntime.freshSeed());

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Nested
    class Notify {
        @Test
        void takesBytesInEachOfTheirFormsAndObjects() {
            MessageProbe probe = runtime.probe();
            byte[] bytes = {1, 2, 3};
            var statuses = runtime.start(self -> {
                return List.of(
                        self.notify(probe.id(), 1, bytes),
                        self.notify(probe.id(), 2, ByteBuffer.wrap(bytes, 1, 2)),
                        self.notify(probe.id(), 3, MemorySegment.ofArray(bytes)),
                        self.notify(probe.id(), 4, "object"),
                        self.notify(probe.id(), 5, MemorySegment.NULL),
                        self.notify(probe.id(), 6, new byte[17]));
            }).resultNow();
            assertEquals(5, statuses.stream().filter(status -> status == NotifyStatus.SENT).count());
            assertEquals(NotifyStatus.TOO_LARGE, statuses.get(5));
            assertEquals(List.of((byte) 1, (byte) 2, (byte) 3), probe.next().bytes());
            assertEquals(List.of((byte) 2, (byte) 3), probe.next().bytes());
            assertEquals(List.of((byte) 1, (byte) 2, (byte) 3), probe.next().bytes());
            probe.expect("object");
            assertEquals(List.of(), probe.next().bytes());
            probe.expectNothing();
        }

        @Test
        void byNameSaysWhenNobodyHasIt() {
            MessageProbe probe = runtime.probe();
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("probe", probe.id()));
            var statuses = runtime.start(self -> List.of(
                    self.notify("probe", 1, "x"), self.notify("nobody", 1, "x"))).resultNow();
            assertEquals(List.of(NotifyStatus.SENT, NotifyStatus.NOT_FOUND), statuses);
            assertTrue(runtime.hive().names().unregister("probe", probe.id()));
            assertFalse(runtime.hive().names().unregister("probe", probe.id()));
        }

        @Test
        void aNullIsABug() {
            assertTrue(runtime.start(self -> {
                assertThrows(NullPointerException.class, () -> self.notify(self.self(), 0, null));
                assertThrows(NullPointerException.class, () -> self.notify((String) null, 0, "x"));
                return true;
            }).resultNow());
        }
    }

    @Nested
    class Receive {
        @Test
        void aReceiveWaitsUpToItsTimeoutAndPendingCounts() {
            var outcome = runtime.start(self -> {
                var got = new ArrayList<Object>();
                got.add(self.tryReceive());
                got.add(self.receive(Duration.ofMillis(5)));
                got.add(self.receive(ofMillis(5)));
                got.add(self.nowNanos());
                got.add(self.pending());
                assertEquals(NotifyStatus.SENT, self.notify(self.self(), 7, "x"));
                assertEquals(NotifyStatus.SENT, self.notify(self.self(), 8, "x"));
                got.add(self.pending());
                got.add(self.receive().tag());
                assertThrows(IllegalArgumentException.class, () -> self.receive(Duration.ofMillis(-2)));
                return got;
            });
            runtime.advance(ofMillis(20));
            assertEquals(List.of(NoMessage.WOULD_BLOCK, NoMessage.TIMEOUT, NoMessage.TIMEOUT, 10_000_000L,
                    0, 2, 7), outcome.resultNow());
        }
    }

    @Nested
    class TheListener {
        private ActorId sleeper(MailboxLimit limit) {
            ActorConfig config = ActorConfig.named("sleeper");
            return runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(10)),
                    limit == null ? config : config.withLimit(limit));
        }

        @Test
        void isToldOfEachDropAndWhy() {
            ActorId newest = sleeper(MailboxLimit.dropNewest(1));
            ActorId oldest = sleeper(MailboxLimit.dropOldest(1));
            ActorId same = sleeper(MailboxLimit.conflate(1, object -> "key"));
            ActorId[] sender = new ActorId[1];
            var sending = runtime.start(self -> {
                sender[0] = self.self();
                for (ActorId each : List.of(newest, oldest, same)) {
                    for (int tag = 1; tag <= 2; tag++) {
                        SendStatus status = self.send(each, tag, "object " + tag);
                        assertEquals(each == newest && tag == 2 ? SendStatus.DROPPED : SendStatus.SENT, status);
                    }
                }
                return "all sent";
            });
            assertEquals("all sent", sending.resultNow());
            assertEquals(List.of(
                    new DroppedMessage(DroppedMessage.Reason.CAME_TOO_LATE, Overflow.DROP_NEWEST, sender[0], newest, 1, 2, "object 2"),
                    new DroppedMessage(DroppedMessage.Reason.WAS_OLDEST, Overflow.DROP_OLDEST, sender[0], oldest, 1, 1, "object 1"),
                    new DroppedMessage(DroppedMessage.Reason.WAS_REPLACED, Overflow.CONFLATE, sender[0], same, 1, 1, "object 1")), told);
            assertEquals(3, runtime.hive().stats().drops());
        }

        @Test
        void isToldOfWhatNobodyWillReceive() {
            ActorId ended = sleeper(null);
            var sent = runtime.start(self -> self.notify(ended, 5, "left behind"));
            assertEquals(NotifyStatus.SENT, sent.resultNow());
            runtime.advance(ofMillis(10));
            var first = (Undelivered) told.getFirst();
            assertEquals(Undelivered.Reason.RECEIVER_ENDED, first.reason());
            assertEquals(List.of(ended, MessageClass.NOTIFY, 5, "left behind"),
                    List.of(first.receiver(), first.messageClass(), first.tag(), first.object()));
        }

        @Test
        void isToldOfWhatLayInAnInboxThatIsClosed() {
            ActorId[] ids = new ActorId[2];
            try (ExternalInbox inbox = runtime.hive().openInbox()) {
                ids[0] = inbox.id();
                var sent = runtime.start(self -> {
                    ids[1] = self.self();
                    return self.notify(inbox.id(), 5, "unread");
                });
                assertEquals(NotifyStatus.SENT, sent.resultNow());
            }
            runtime.runUntilBlocked();
            assertEquals(List.of(new Undelivered(Undelivered.Reason.RECEIVER_ENDED, ids[1], ids[0], MessageClass.NOTIFY, 5,
                    "unread")), told);
            assertEquals(1, runtime.hive().stats().undelivered());
        }

        @Test
        void isToldOfWhatIsLeftAtTheClose() {
            ActorId busy = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(1_000_000)));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(busy, "left behind"));
            runtime.close();
            assertEquals(Undelivered.Reason.CLOSING, ((Undelivered) told.getFirst()).reason());
            assertEquals(1, told.size());
        }
    }
}
