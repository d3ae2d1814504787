package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NotifyStatus;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolTest {
    private static final int MESSAGES = 32;
    private static final int RESERVED = 4;

    private final TestRuntime runtime = new TestRuntime(
            TestRuntime.config().messages(MESSAGES).reservedMessages(RESERVED).maxPayload(64).build(), 1);

    @AfterEach
    void close() {
        runtime.close();
    }

    /** An actor that lets its mailbox fill until it is sent the time to read. */
    private ActorId sleeper(List<Object> read) {
        return runtime.hive().spawn((ActorBody) self -> {
            self.sleep(ofMillis(100));
            while (true) {
                read.add(self.receive().messageClass());
            }
        });
    }

    private int fill(ActorId target) {
        int sent = 0;
        while (runtime.hive().notify(target, sent) == NotifyStatus.SENT) {
            sent++;
        }
        return sent;
    }

    @Test
    void exactlyThePromisedNumberOfMessagesFits() {
        var read = new ArrayList<Object>();
        ActorId target = sleeper(read);

        assertEquals(MESSAGES - RESERVED, fill(target));
        assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(target, "one more"));
        assertEquals(MESSAGES - RESERVED, runtime.hive().stats().messagesInUse());

        runtime.advance(ofMillis(100));
        assertEquals(MESSAGES - RESERVED, read.size());
        assertEquals(1, runtime.hive().stats().messagesInUse(), "the last one received is still readable");
    }

    @Test
    void anActorIsToldAtOnceAsWell() {
        ActorId target = sleeper(new ArrayList<>());
        int sent = fill(target);
        var outcome = runtime.start(self -> self.notify(target, "x"));

        assertEquals(MESSAGES - RESERVED, sent);
        assertEquals(NotifyStatus.NO_MEMORY, outcome.resultNow());
    }

    @Test
    void theReserveIsForTimers() {
        var ticks = new ArrayList<Object>();
        ActorId timed = runtime.hive().spawn((ActorBody) self -> {
            var timer = self.after(ofMillis(10));
            ticks.add(self.receive().isTickOf(timer));
        });
        runtime.runUntilBlocked();
        int sent = fill(sleeper(new ArrayList<>()));
        assertEquals(MESSAGES - RESERVED, sent);
        runtime.advance(ofMillis(10));

        assertEquals(List.of(true), ticks);
        assertEquals(false, runtime.hive().isAlive(timed));
    }

    @Test
    void aTickThatFindsNoSlotFiresWhenOneFrees() {
        var late = new ArrayList<Long>();
        var read = new ArrayList<Object>();
        ActorId target = sleeper(read);
        int timers = RESERVED + 3;
        ActorId timed = runtime.hive().spawn((ActorBody) self -> {
            for (int i = 0; i < timers; i++) {
                assertEquals(i + 1, self.after(ofMillis(10)).number());
            }
            self.sleep(ofMillis(200));
            for (int i = 0; i < timers; i++) {
                late.add(self.receive().correlation());
            }
        });
        runtime.runUntilBlocked();
        int sent = fill(target);
        runtime.advance(ofMillis(50));
        assertEquals(MESSAGES, runtime.hive().stats().messagesInUse());

        runtime.advance(ofMillis(200));
        assertEquals(sent, read.size());
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L), late);
        assertEquals(false, runtime.hive().isAlive(timed));
    }

    @Test
    void whatIsTooLargeIsRefusedAndNothingIsQueued() {
        MessageProbe probe = runtime.probe();
        assertEquals(NotifyStatus.TOO_LARGE,
                runtime.hive().notify(probe.id(), 1, MemorySegment.ofArray(new byte[65])));
        var inside = runtime.start(self -> self.notify(probe.id(), 1, MemorySegment.ofArray(new byte[65])));
        assertEquals(NotifyStatus.TOO_LARGE, inside.resultNow());

        probe.expectNothing();
        assertEquals(0, runtime.hive().stats().messagesInUse());
        assertEquals(NotifyStatus.SENT,
                runtime.hive().notify(probe.id(), 1, MemorySegment.ofArray(new byte[64])));
        assertEquals(64, probe.next().bytes().size());
    }

    @Test
    void aSegmentThatCannotBeReadCostsNoSlot() {
        MessageProbe probe = runtime.probe();
        MemorySegment closed;
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            closed = arena.allocate(8);
        }
        assertThrows(IllegalStateException.class, () -> runtime.hive().notify(probe.id(), 1, closed));
        var inside = runtime.start(self ->
                assertThrows(IllegalStateException.class, () -> self.notify(probe.id(), 1, closed)));
        assertEquals(true, inside.isDone());

        probe.expectNothing();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void readingOutsideThePayloadIsRefused() {
        var outcome = runtime.start(self -> {
            assertEquals(NotifyStatus.SENT,
                    self.notify(self.self(), 1, MemorySegment.ofArray(new byte[] {5, 0, 0, 0})));
            var message = self.receive();
            assertThrows(IndexOutOfBoundsException.class, () -> message.longAt(0));
            assertThrows(IndexOutOfBoundsException.class, () -> message.byteAt(4));
            assertThrows(ClassCastException.class, () -> message.as(String.class));
            return List.of(message.byteAt(0), message.length(), message.messageClass());
        });

        assertEquals(List.of((byte) 5, 4, MessageClass.NOTIFY), outcome.resultNow());
    }
}
