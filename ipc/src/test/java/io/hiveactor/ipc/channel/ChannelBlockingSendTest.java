package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.MSG_TOO_LARGE;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WAITING;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ChannelBlockingSendTest {
    private final TestTable t = new TestTable();

    @Nested
    class GivenAFullChannel {
        private final int descriptor = t.bind(1, "app:a", 20, 0);
        private final int reader = t.open(1, "app:a", 0);
        private final int two = t.open(2, "app:a", 0);
        private final int three = t.open(3, "app:a", 0);

        GivenAFullChannel() {
            t.send(1, reader, "123456789012");
        }

        @Test
        void sendersAreAdmittedInTheOrderOfTheirWaits() {
            TestTable.Waiting large = t.sendWaiting(2, two, "large-----", NEVER);
            TestTable.Waiting small = t.sendWaiting(3, three, "s", NEVER);
            assertEquals(List.of(2, 3), t.state(descriptor).senders());
            assertEquals("123456789012", t.receive(1, reader));
            assertEquals(OK, large.outcome);
            assertNull(small.outcome);
            assertEquals("large-----", t.receive(1, reader));
            assertEquals(OK, small.outcome);
            assertEquals("s", t.receive(1, reader));
            assertEquals(2, small.message().sequence());
        }

        @Test
        void nobodyOvertakesAWaitingSenderEvenWithASmallMessage() {
            t.bind(1, "app:a", 30, 0);
            assertEquals(WAITING, t.sendWaiting(2, two, "large------", NEVER).first);
            assertEquals(WOULDBLOCK, t.trySend(3, three, "s"));
            assertEquals(OK, t.trySend(3, three, ""));
            assertEquals(1, t.state(descriptor).depth());
        }

        @Test
        void anExpiredSendQueuesNothingAndLetsTheNextOneIn() {
            t.bind(1, "app:a", 30, 0);
            TestTable.Waiting large = t.sendWaiting(2, two, "large------", 5);
            TestTable.Waiting small = t.sendWaiting(3, three, "s", NEVER);
            assertTrue(t.table.expire(large));
            assertEquals(TIMEOUT, large.outcome);
            assertEquals(OK, small.outcome);
            assertEquals("123456789012", t.receive(1, reader));
            assertEquals("s", t.receive(1, reader));
            assertEquals("NO_DATA", t.receive(1, reader));
        }

        @Test
        void aWithdrawnSendIsToldNothingAndQueuesNothing() {
            TestTable.Waiting gone = t.sendWaiting(2, two, "x", NEVER);
            assertTrue(t.table.withdraw(gone));
            assertFalse(t.table.withdraw(gone));
            assertEquals("123456789012", t.receive(1, reader));
            assertEquals("NO_DATA", t.receive(1, reader));
            assertNull(gone.outcome);
        }

        @Test
        void theExitOfASenderQueuesNothing() {
            TestTable.Waiting dead = t.sendWaiting(2, two, "x", NEVER);
            TestTable.Waiting alive = t.sendWaiting(3, three, "y", NEVER);
            t.table.exit(2);
            assertNull(dead.outcome);
            assertEquals("123456789012", t.receive(1, reader));
            assertEquals(OK, alive.outcome);
            assertEquals("y", t.receive(1, reader));
        }

        @Test
        void closingTheHandleEndsItsSend() {
            TestTable.Waiting waiting = t.sendWaiting(2, two, "x", NEVER);
            assertEquals(OK, t.table.close(2, two));
            assertEquals(INVALID_HANDLE, waiting.outcome);
        }

        @Test
        void aLargerCapacityAdmits() {
            TestTable.Waiting waiting = t.sendWaiting(2, two, "x", NEVER);
            t.bind(1, "app:a", 29, 0);
            assertEquals(OK, waiting.outcome);
        }

        @Test
        void aCapacityThatItCanNeverFitEndsTheSend() {
            TestTable.Waiting large = t.sendWaiting(2, two, "large-----", NEVER);
            TestTable.Waiting small = t.sendWaiting(3, three, "s", NEVER);
            t.bind(1, "app:a", 10, 0);
            assertEquals(MSG_TOO_LARGE, large.outcome);
            assertEquals(OK, small.outcome);
            assertEquals("s", t.receive(1, reader));
        }

        @Test
        void droppingFanOutAdmitsAll() {
            TestTable.Waiting one = t.sendWaiting(2, two, "a", NEVER);
            TestTable.Waiting other = t.sendWaiting(3, three, "b", NEVER);
            t.bind(1, "app:a", 0, ChannelModes.FANOUT_DROP);
            assertEquals(List.of(one, other), t.completed);
            assertEquals("a", t.receive(1, reader));
        }

        @Test
        void anAdmittedMessageGoesToAWaitingReceiverAtOnceAndTheEventsTellIt() {
            TestTable.Waiting sending = t.sendWaiting(2, two, "x", 7);
            t.nowNanos = 3;
            t.events.clear();
            assertEquals("123456789012", t.receive(1, reader));
            assertEquals(
                    List.of(new ChannelEvent.Received(1, descriptor, reader, 12, 0, 0, 1),
                            new ChannelEvent.Sent(2, descriptor, two, 1, 0, 0, 2),
                            new ChannelEvent.Woken(2, descriptor, two, OK, 1, 0, 0, 2)),
                    t.events);
            assertEquals(new TaskCounters(1, 1, 0, 0), t.table.counters().get(2));
            assertEquals(7, sending.deadlineNanos());
        }

        @Test
        void aWaiterInLineCannotBeUsedAgain() {
            TestTable.Waiting waiting = t.sendWaiting(2, two, "x", NEVER);
            assertThrows(IllegalStateException.class, () -> {
                ChannelStatus unused = t.table.send(2, two, waiting, NEVER);
            });
            assertThrows(IllegalArgumentException.class, () -> t.sendWaiting(2, two, "x", 0));
        }
    }

    @Nested
    class GivenABlockingFanOut {
        private final int descriptor = t.bind(1, "shared:f", 20, ChannelModes.FANOUT_BLOCK);
        private final int writer = t.open(1, "shared:f", ChannelModes.WRONLY);
        private final int slow = t.open(2, "shared:f", ChannelModes.RDONLY);
        private final int fast = t.open(3, "shared:f", ChannelModes.RDONLY);
        private final TestTable.Waiting sending;

        GivenABlockingFanOut() {
            t.send(1, writer, "123456789012");
            assertEquals("123456789012", t.receive(3, fast));
            sending = t.sendWaiting(1, writer, "x", NEVER);
        }

        @Test
        void theSlowestReaderLetsTheSenderIn() {
            assertNull(sending.outcome);
            assertEquals("123456789012", t.receive(2, slow));
            assertEquals(OK, sending.outcome);
        }

        @Test
        void theCloseOfTheSlowestReaderLetsTheSenderIn() {
            assertEquals(OK, t.table.close(2, slow));
            assertEquals(OK, sending.outcome);
            assertEquals("x", t.receive(3, fast));
        }

        @Test
        void aReaderThatBecomesATapLetsTheSenderIn() {
            assertEquals(OK, t.table.tap(2, slow, true));
            assertEquals(OK, sending.outcome);
            assertEquals("x", t.receive(2, slow));
        }

        @Test
        void theFirstReaderOfABacklogLetsTheSenderIn() {
            assertEquals(OK, t.table.close(3, fast));
            t.bind(1, "shared:g", 20, ChannelModes.FANOUT_BLOCK);
            int alone = t.open(1, "shared:g", ChannelModes.WRONLY);
            t.send(1, alone, "123456789012");
            TestTable.Waiting waiting = t.sendWaiting(1, alone, "y", NEVER);
            int reader = t.open(4, "shared:g", ChannelModes.RDONLY);
            assertEquals(OK, waiting.outcome);
            assertEquals("y", t.receive(4, reader));
            assertEquals(1, t.state(descriptor).depth());
        }
    }

    @Nested
    class GivenASelect {
        private final int a = t.create(1, "app:a", 0, 0);
        private final int b = t.create(1, "app:b", 9, 0);

        @Test
        void whatIsServedFirstWithdrawsTheOthersAndNoMessageIsLost() {
            TestTable.Waiting first = t.receiveWaiting(1, a, NEVER);
            TestTable.Waiting second = t.receiveWaiting(1, a, NEVER);
            TestTable.Waiting other = t.receiveWaiting(2, t.open(2, "app:a", 0), NEVER);
            first.then = () -> t.table.withdraw(second);
            t.send(1, a, "x");
            t.send(1, a, "y");
            assertEquals("x", first.got());
            assertNull(second.outcome);
            assertEquals("y", other.got());
        }

        @Test
        void aHintReachesTheOneBehindAWithdrawnWaiterInFanOut() {
            int f = t.create(1, "shared:f", 0, ChannelModes.FANOUT_DROP);
            TestTable.Waiting first = t.receiveWaiting(1, f, NEVER);
            TestTable.Waiting second = t.receiveWaiting(1, f, NEVER);
            TestTable.Waiting third = t.receiveWaiting(1, f, NEVER);
            first.then = () -> t.table.withdraw(second);
            t.send(1, f, "");
            assertEquals(List.of(first, third), t.completed);
        }

        @Test
        void aSendThatIsWithdrawnMeanwhileLetsTheNextOneIn() {
            t.send(1, b, "1");
            t.bind(1, "app:b", 19, 0);
            TestTable.Waiting large = t.sendWaiting(1, b, "large--", NEVER);
            TestTable.Waiting small = t.sendWaiting(2, t.open(2, "app:b", 0), "2", NEVER);
            TestTable.Waiting receiving = t.receiveWaiting(1, a, NEVER);
            receiving.then = () -> t.table.withdraw(large);
            t.send(1, a, "go");
            assertNull(large.outcome);
            assertEquals(OK, small.outcome);
        }
    }
}
