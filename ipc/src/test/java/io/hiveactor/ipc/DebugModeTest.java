package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In debug mode a message that is touched after its time says so. */
class DebugModeTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().debug(true).build(), TestRuntime.freshSeed());

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void aMessageIsReadableUntilTheNextSuccessfulReceive() {
        assertTrue(runtime.start(self -> {
            for (byte i = 1; i <= 2; i++) {
                NotifyStatus status = self.notify(self.self(), i, MemorySegment.ofArray(new byte[] {i}));
                assertEquals(NotifyStatus.SENT, status);
            }
            Message first = self.receive();
            MemorySegment bytes = first.bytes();
            assertEquals(1, bytes.get(ValueLayout.JAVA_BYTE, 0));
            Message second = self.receive();
            assertThrows(IllegalStateException.class, first::tag);
            assertThrows(IllegalStateException.class, () -> bytes.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(NoMessage.WOULD_BLOCK, self.tryReceive());
            assertEquals(2, second.byteAt(0), "a failed receive leaves it valid");
            return true;
        }).resultNow());
    }

    @Test
    void aHandlersMessageEndsWithTheHandler() {
        var kept = new ArrayList<Message>();
        var handler = runtime.hive().spawn((self, message) -> kept.add(message));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(handler, "x"));
        runtime.runUntilBlocked();
        assertThrows(IllegalStateException.class, () -> kept.getFirst().object());
    }

    @Test
    void aThreadsInboxIsNoException() {
        try (ExternalInbox inbox = runtime.hive().openInbox()) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(inbox.id(), "first"));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(inbox.id(), "second"));
            var first = (Message) inbox.tryReceive();
            assertEquals("first", first.object());
            var second = (Message) inbox.tryReceive();
            assertThrows(IllegalStateException.class, first::object);
            assertEquals("second", second.object());
        }
    }

    @Test
    void whatAPredicateWasShownIsGoneWhenItReturns() {
        var shown = new ArrayList<Message>();
        assertTrue(runtime.start(self -> {
            assertEquals(NotifyStatus.SENT, self.notify(self.self(), "x"));
            var filter = MessageFilter.any().where(message -> shown.add(message) && "x".equals(message.object()));
            var taken = (Message) self.tryReceive(filter);
            assertThrows(IllegalStateException.class, () -> shown.getFirst().object());
            return "x".equals(taken.object());
        }).resultNow());
    }

    @Test
    void requestsAreAnsweredAsEver() {
        var answered = new ArrayList<Object>();
        var target = runtime.hive().spawn((self, message) -> answered.add(self.reply(message, "pong")));
        var outcome = runtime.start(self ->
                ((Reply<Message>) self.request(target, 0, "ping", Duration.ofMillis(10))).value().as(String.class));
        assertEquals("pong", outcome.resultNow());
        assertTrue(runtime.start(self -> {
            Message first = ((Reply<Message>) self.request(target, 0, "ping", Duration.ofMillis(10))).value();
            Message second = ((Reply<Message>) self.request(target, 0, "ping", Duration.ofMillis(10))).value();
            assertThrows(IllegalStateException.class, first::object);
            return "pong".equals(second.object());
        }).resultNow());
        assertEquals(List.of(ReplyStatus.SENT, ReplyStatus.SENT, ReplyStatus.SENT), answered);
    }
}
