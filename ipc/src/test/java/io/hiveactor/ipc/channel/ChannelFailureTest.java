package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.INTERNAL_ERROR;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WAITING;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.testkit.TestRuntime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures inside the table that should not be possible. They end the call in which they happen, and nothing else. */
class ChannelFailureTest {
    /** Into which nothing can be received: it fails before the message is taken. */
    private static ChannelMessage broken() {
        var message = new ChannelMessage(8);
        message.bytes = null;
        return message;
    }

    private static void overflow() {
        throw new StackOverflowError();
    }

    @Nested
    class GivenATable {
        private final TestTable t = new TestTable();
        private final int handle = t.create(1, "app:a", 20, 0);

        @Test
        void aFailedReceiveEndsWithInternalErrorAndTheMessageStays() {
            t.send(1, handle, "x");
            assertEquals(INTERNAL_ERROR, t.table.receive(1, handle, broken()));
            assertEquals("x", t.receive(1, handle));
            assertEquals(new TaskCounters(3, 0, 0, 1), t.table.counters().get(1));
            assertEquals(1, t.table.snapshot().stats().internalErrors());
            assertEquals(List.of(new ChannelEvent.Failed(1, ChannelOperation.RECEIVE, INTERNAL_ERROR)),
                    t.events(ChannelEvent.Failed.class));
        }

        @Test
        void aWaitThatCannotBeginLeavesNobodyInLine() {
            var table = new ChannelTable(ChannelProfile.DESKTOP, () -> {
                throw new IllegalStateException("no clock");
            }, null);
            assertEquals(OK, table.bind(1, "app:a", 0, 0).status());
            int opened = table.open(1, "app:a", 0).handle();
            TestTable.Waiting waiting = t.new Waiting(new ChannelMessage(8));
            assertEquals(INTERNAL_ERROR, table.receive(1, opened, waiting, 5));
            assertFalse(waiting.isWaiting());
            assertNull(waiting.outcome);
            assertEquals(WAITING, table.receive(1, opened, waiting, NEVER));
            assertEquals(OK, table.send(1, opened, TestTable.message("x")));
            assertEquals("x", waiting.got());
        }

        @Test
        void aWaitWhoseAlarmCannotBeSetLeavesNoDeadlineBehind() {
            var table = new ChannelTable(ChannelProfile.DESKTOP, () -> 0, null, at -> {
                throw new IllegalStateException("no timer");
            }, Runnable::run);
            assertEquals(OK, table.bind(1, "app:a", 0, 0).status());
            int opened = table.open(1, "app:a", 0).handle();
            TestTable.Waiting waiting = t.new Waiting(new ChannelMessage(8));
            assertEquals(INTERNAL_ERROR, table.receive(1, opened, waiting, 5));
            assertFalse(waiting.isWaiting());
            assertEquals(NEVER, table.expireDue());
        }

        @Test
        void aReceiverThatFailsInLineIsItsOwnFailureAndTheNextGetsTheMessage() {
            TestTable.Waiting fails = t.new Waiting(broken());
            assertEquals(WAITING, t.table.receive(1, handle, fails, NEVER));
            TestTable.Waiting next = t.receiveWaiting(1, handle, NEVER);
            t.send(1, handle, "x");
            assertEquals(INTERNAL_ERROR, fails.outcome);
            assertEquals("x", next.got());
            assertEquals(0, t.table.snapshot().stats().waiterCount());
        }

        @Test
        void aSenderThatFailsInLineIsItsOwnFailureAndTheNextIsAdmitted() {
            int tap = t.open(2, "app:a", ChannelModes.TAP);
            t.send(1, handle, "0123456789");
            TestTable.Waiting fails = t.sendWaiting(1, handle, "first", NEVER);
            TestTable.Waiting next = t.sendWaiting(1, handle, "second", NEVER);
            fails.message().bytes = null;
            assertEquals("0123456789", t.receive(1, handle));
            assertEquals(INTERNAL_ERROR, fails.outcome);
            assertEquals("0123456789", t.receive(2, tap));
            assertEquals("first".length(), t.receive(1, handle).length()); // its place was taken, though not filled
            assertEquals(OK, next.outcome);
            assertEquals("second", t.receive(1, handle));
        }

        @Test
        void aWaiterThatThrowsDisturbsNeitherTheSenderNorOtherWaiters() {
            t.bind(1, "shared:f", 20, ChannelModes.FANOUT);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            TestTable.Waiting throwing = t.receiveWaiting(2, t.open(2, "shared:f", ChannelModes.RDONLY), NEVER);
            TestTable.Waiting other = t.receiveWaiting(3, t.open(3, "shared:f", ChannelModes.RDONLY), NEVER);
            throwing.then = () -> {
                throw new IllegalStateException("a waiter must not throw");
            };
            assertEquals(OK, t.trySend(1, writer, "x"));
            assertEquals("x", throwing.got());
            assertEquals("x", other.got());
            assertEquals(1, t.table.snapshot().stats().internalErrors());
        }

        @Test
        void aStackOverflowIsTheCallersAndIsThrown() {
            var table = new ChannelTable(ChannelProfile.DESKTOP, () -> {
                throw new StackOverflowError();
            }, null);
            assertEquals(OK, table.bind(1, "app:a", 0, 0).status());
            int opened = table.open(1, "app:a", 0).handle();
            TestTable.Waiting waiting = t.new Waiting(new ChannelMessage(8));
            assertThrows(StackOverflowError.class, () -> table.receive(1, opened, waiting, 5));
            assertEquals(0, table.snapshot().stats().internalErrors());
        }

        @ParameterizedTest
        @ValueSource(strings = {"x", ""})
        void aStackOverflowWhileAReceiverIsServedDoesNotStopTheChannel(String text) {
            TestTable.Waiting overflows = t.receiveWaiting(1, handle, NEVER);
            TestTable.Waiting next = t.receiveWaiting(1, handle, NEVER);
            overflows.then = ChannelFailureTest::overflow;
            assertThrows(StackOverflowError.class, () -> t.trySend(1, handle, text));
            t.send(1, handle, "y");
            assertEquals("y", next.got());
        }

        @Test
        void aStackOverflowWhileASenderIsAdmittedDoesNotStopTheChannel() {
            t.send(1, handle, "0123456789");
            TestTable.Waiting overflows = t.sendWaiting(1, handle, "1234567890", NEVER);
            TestTable.Waiting next = t.sendWaiting(1, handle, "2345678901", NEVER);
            overflows.then = ChannelFailureTest::overflow;
            assertThrows(StackOverflowError.class, () -> t.receive(1, handle));
            assertEquals("1234567890", t.receive(1, handle));
            assertEquals(OK, next.outcome);
        }

        @Test
        void aShutThatOverflowedCanBeCompleted() {
            TestTable.Waiting overflows = t.receiveWaiting(1, handle, NEVER);
            int other = t.open(2, "app:a", 0);
            overflows.then = ChannelFailureTest::overflow;
            int d = t.table.descriptor(1, handle);
            assertThrows(StackOverflowError.class, () -> t.table.shut(d));
            TestTable.Waiting next = t.receiveWaiting(2, other, NEVER);
            t.send(2, other, "x");
            assertEquals("x", next.got());
            assertTrue(t.table.shut(d));
            assertEquals("CLOSED", t.receive(2, other));
        }

        @Test
        void aStackOverflowWhileWaitsExpireLosesNoOtherDeadline() {
            TestTable.Waiting overflows = t.receiveWaiting(1, handle, 5);
            TestTable.Waiting next = t.receiveWaiting(1, handle, 5);
            TestTable.Waiting last = t.receiveWaiting(1, handle, 6);
            overflows.then = ChannelFailureTest::overflow;
            t.nowNanos = 5;
            t.alarmNanos = NEVER;
            assertThrows(StackOverflowError.class, t.table::expireDue);
            assertEquals(5, t.alarmNanos);
            assertEquals(6, t.table.expireDue());
            assertEquals(List.of(TIMEOUT, TIMEOUT), List.of(overflows.outcome, next.outcome));
            t.nowNanos = 6;
            assertEquals(NEVER, t.table.expireDue());
            assertEquals(TIMEOUT, last.outcome);
        }

        @Test
        void anOpenThatFailsLeavesNoHandleBehind() {
            int d = t.bind(1, "shared:f", 9, ChannelModes.FANOUT_BLOCK);
            int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
            t.send(1, writer, "1");
            TestTable.Waiting overflows = t.sendWaiting(1, writer, "2", NEVER);
            overflows.then = ChannelFailureTest::overflow;
            int handles = t.table.snapshot().stats().handleCount();
            assertThrows(StackOverflowError.class, () -> t.table.open(2, "shared:f", ChannelModes.RDONLY)); // makes room
            assertEquals(OK, overflows.outcome);
            assertEquals(handles, t.table.snapshot().stats().handleCount());
            assertEquals(1, t.state(d).references());
        }

        @Test
        void aBindWhoseOpenFailsLeavesNoChannelBehind() {
            Task task = t.table.registry.task(2);
            List<Handle> handles = task.handles;
            task.handles = List.of(); // to which none can be added
            var options = ChannelOptions.single(9);
            assertEquals(INTERNAL_ERROR, t.table.bindAndOpen(2, null, "app:b", options).status());
            assertEquals(1, t.table.snapshot().stats().activeDescriptors());
            t.bind(1, "app:c", 9, 0);
            assertEquals(INTERNAL_ERROR, t.table.bindAndOpen(2, null, "app:c", options).status());
            assertEquals(2, t.table.snapshot().stats().activeDescriptors()); // its binder keeps it
            task.handles = handles;
            assertEquals(OK, t.table.bindAndOpen(2, null, "app:b", options).status());
            assertEquals(1, t.table.registry.task(2).own.handles);
        }

        @Test
        void bugsOfTheCallerAreExceptionsStill() {
            assertThrows(IllegalArgumentException.class, () -> t.table.close(-1, 1));
            assertThrows(NullPointerException.class, () -> t.table.send(1, handle, (ChannelMessage) null));
            assertThrows(NullPointerException.class, () -> t.table.open(1, null, 0));
        }
    }

    @Nested
    class GivenAHive {
        private final TestRuntime runtime =
                new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
        private final Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);

        @AfterEach
        void close() {
            runtime.close();
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 1})
        void anActorGetsInternalErrorAndGoesOn(int shard) {
            var outcome = runtime.start(self -> useAfterFailure(channels.of(self)), ActorConfig.DEFAULT.onShard(shard));
            assertEquals(List.of(INTERNAL_ERROR, INTERNAL_ERROR, OK), outcome.resultNow());
            assertEquals(2, channels.snapshot().stats().internalErrors());
        }

        @Test
        void anExternalThreadGetsInternalError() {
            assertEquals(List.of(INTERNAL_ERROR, INTERNAL_ERROR, OK), useAfterFailure(channels.external()));
        }

        private List<ChannelStatus> useAfterFailure(ChannelClient me) {
            assertEquals(OK, me.bind("app:a", 20, 0).status());
            int handle = me.open("app:a", 0).handle();
            assertEquals(OK, me.send(handle, TestTable.message("x")));
            ChannelStatus polled = me.receive(handle, broken());
            ChannelStatus waited = me.receive(handle, broken(), ofSeconds(1));
            return List.of(polled, waited, me.receive(handle, new ChannelMessage(8)));
        }
    }
}
