package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelModes.FANOUT;
import static io.hiveactor.ipc.channel.ChannelModes.FANOUT_BLOCK;
import static io.hiveactor.ipc.channel.ChannelModes.FANOUT_DROP;
import static io.hiveactor.ipc.channel.ChannelModes.RDONLY;
import static io.hiveactor.ipc.channel.ChannelModes.RDWR;
import static io.hiveactor.ipc.channel.ChannelModes.WRONLY;
import static io.hiveactor.ipc.channel.ChannelStatus.CLOSED;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_ARGUMENT;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.NO_DESCRIPTOR;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WAITING;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Where the HSX design and its reference implementation differ, or the design is silent: the answer that holds here.
 */
class ChannelDifferencesTest {
    private static final int DROP = RDWR | FANOUT | FANOUT_DROP;
    private static final int BLOCK = RDWR | FANOUT | FANOUT_BLOCK;

    private TestTable t = new TestTable();

    @Test
    void d01InternalErrorIsNumber6() {
        assertEquals(6, ChannelStatus.INTERNAL_ERROR.code());
    }

    @Test
    void d02AnExpiredWaitEndsWithTimeout7() {
        int reader = t.create(1, "app:a", 0, 0);
        TestTable.Waiting waiting = t.receiveWaiting(1, reader, 5 * TestTable.MILLI);
        assertEquals(5 * TestTable.MILLI, waiting.deadlineNanos());
        assertTrue(t.table.expire(waiting));
        assertEquals(TIMEOUT, waiting.outcome);
        assertEquals(7, TIMEOUT.code());
        assertEquals(1, t.events(ChannelEvent.TimedOut.class).size());
        assertEquals(new TaskCounters(1, 0, 1, 0), t.table.counters().get(1));
    }

    @Test
    void d02ByOptionItEndsWithWouldBlock() {
        t = new TestTable(ChannelProfile.DESKTOP.withExpiredAsWouldBlock());
        int reader = t.create(1, "app:a", 0, 0);
        TestTable.Waiting waiting = t.receiveWaiting(1, reader, 5);
        assertTrue(t.table.expire(waiting));
        assertEquals(WOULDBLOCK, waiting.outcome);
    }

    @Test
    void d03OpenNeedsABoundChannel() {
        assertEquals(new OpenResult(NO_DESCRIPTOR, 0, 0), t.table.open(1, "app:new", 0));
        assertTrue(t.table.snapshot().channels().isEmpty());
    }

    @Test
    void d04AReadOnlyHandleCannotSendAndAWriteOnlyOneCannotReceive() {
        int d = t.bind(1, "app:a", 0, 0);
        int reader = t.open(1, "app:a", RDONLY);
        int writer = t.open(1, "app:a", WRONLY);
        assertEquals(INVALID_HANDLE, t.trySend(1, reader, "x"));
        assertEquals(INVALID_HANDLE.name(), t.receive(1, writer));
        assertEquals(INVALID_HANDLE, t.receiveWaiting(1, writer, NEVER).first);
        assertEquals(INVALID_HANDLE, t.sendWaiting(1, reader, "x", NEVER).first);
        assertEquals(0, t.state(d).depth());
        t.send(1, writer, "y");
        assertEquals("y", t.receive(1, reader));
    }

    @Test
    void d04TheTapFlagOpensATap() {
        int writer = t.create(1, "app:a", 0, 0);
        int tap = t.open(2, "app:a", ChannelModes.TAP);
        t.send(1, writer, "x");
        assertEquals("x", t.receive(2, tap));
        assertEquals("x", t.receive(1, writer));
    }

    @Test
    void d05TheLastCloseFreesTheChannelAndItsPlaceInThePool() {
        t = new TestTable(ChannelProfile.of(1, 8, 64, 0));
        int first = t.create(1, "app:a", 0, 0);
        int second = t.open(2, "app:a", 0);
        t.send(1, first, "lost");
        assertEquals(OK, t.table.close(1, first));
        assertEquals(1, t.state(1).references());
        assertEquals(OK, t.table.close(2, second));
        assertTrue(t.table.describe(1).isEmpty());
        assertEquals(2, t.bind(1, "app:b", 0, 0));
    }

    @Test
    void d05AChannelThatWasNeverOpenedLivesAsLongAsItsBinder() {
        t.bind(1, "app:a", 0, 0);
        t.table.exit(2);
        assertEquals(1, t.table.snapshot().stats().activeDescriptors());
        t.table.exit(1);
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void d05RegistrationKeepsTheChannelsOfATask() {
        RegisterResult streams = t.table.register(5);
        assertEquals(OK, t.table.close(5, streams.stdout()));
        int log = t.create(5, "svc:log", 0, 0);
        assertEquals(5, t.table.snapshot().stats().activeDescriptors());
        assertEquals(OK, t.table.close(5, log));
        assertEquals(4, t.table.snapshot().stats().activeDescriptors()); // the streams and pid:5, not other svc: names
        t.table.exit(5);
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void d06AWaitOnAClosedHandleEndsWithInvalidHandle() {
        int d = t.bind(1, "app:a", 0, 0);
        int reader = t.open(1, "app:a", 0);
        int other = t.open(2, "app:a", 0);
        TestTable.Waiting waiting = t.receiveWaiting(1, reader, NEVER);
        TestTable.Waiting next = t.receiveWaiting(2, other, NEVER);
        assertEquals(OK, t.table.close(1, reader));
        assertEquals(INVALID_HANDLE, waiting.outcome);
        assertEquals(List.of(2), t.state(d).receivers());
        t.send(2, other, "x");
        assertEquals("x", next.got());
    }

    @Test
    void d07ExitClosesHandlesDropsWaitersAndFreesChannels() {
        int d = t.bind(1, "app:a", 0, 0);
        int reader = t.open(1, "app:a", 0);
        int mine = t.open(2, "app:a", 0);
        t.bind(2, "svc:own", 0, 0);
        TestTable.Waiting dead = t.receiveWaiting(2, mine, NEVER);
        t.table.exit(2);
        assertNull(dead.outcome);
        assertFalse(dead.isWaiting());
        t.send(1, reader, "x");
        assertEquals("x", t.receive(1, reader));
        assertEquals(1, t.state(d).references());
        assertEquals(1, t.table.snapshot().stats().activeDescriptors());
        assertEquals(INVALID_HANDLE, t.trySend(2, mine, "x"));
    }

    @Test
    void d07ADeadReaderOfAFanOutHoldsNothingBack() {
        int writer = t.create(9, "shared:f", 20, BLOCK);
        t.send(9, writer, "");
        int alive = t.open(1, "shared:f", RDONLY);
        int dead = t.open(2, "shared:f", RDONLY);
        t.send(9, writer, "123456789012");
        assertEquals("123456789012", t.receive(1, alive));
        assertEquals(WOULDBLOCK, t.trySend(9, writer, "x"));
        t.table.exit(2);
        assertEquals(OK, t.trySend(9, writer, "x"));
        assertEquals(INVALID_HANDLE.name(), t.receive(2, dead));
    }

    @Test
    void d08NoBytesWakeTheFirstReceiverAndQueueNothing() {
        int d = t.bind(1, "app:a", 0, 0);
        int sender = t.open(1, "app:a", 0);
        int tap = t.open(4, "app:a", ChannelModes.TAP);
        TestTable.Waiting tapping = t.receiveWaiting(4, tap, NEVER);
        TestTable.Waiting first = t.receiveWaiting(2, t.open(2, "app:a", 0), NEVER);
        TestTable.Waiting second = t.receiveWaiting(3, t.open(3, "app:a", 0), NEVER);
        assertEquals(OK, t.table.send(1, sender, TestTable.message("").flags(4).channel(7)));
        assertEquals("", first.got());
        assertEquals(7, first.message().channel());
        assertEquals(1, first.message().sourcePid());
        assertEquals(ChannelMessage.NO_SEQUENCE, first.message().sequence());
        assertNull(second.outcome);
        assertNull(tapping.outcome);
        assertEquals(0, t.state(d).nextSequence());
    }

    @Test
    void d08InFanOutNoBytesWakeAll() {
        int sender = t.create(1, "shared:f", 0, DROP);
        TestTable.Waiting first = t.receiveWaiting(2, t.open(2, "shared:f", RDONLY), NEVER);
        TestTable.Waiting second = t.receiveWaiting(3, t.open(3, "shared:f", RDONLY), NEVER);
        t.send(1, sender, "");
        assertEquals(List.of(first, second), t.completed);
    }

    @Test
    void d09APlainSendNeverWaitsAndOneWithAWaiterDoes() {
        int handle = t.create(1, "app:a", 16, 0);
        t.send(1, handle, "12345678");
        assertEquals(WOULDBLOCK, t.trySend(1, handle, "x"));
        TestTable.Waiting waiting = t.sendWaiting(2, t.open(2, "app:a", 0), "y", NEVER);
        assertEquals(WAITING, waiting.first);
        assertEquals("12345678", t.receive(1, handle));
        assertEquals(OK, waiting.outcome);
        assertEquals("y", t.receive(1, handle));
    }

    @Test
    void d10SharedWithoutAModeIsFanOutThatDrops() {
        int d = t.bind(1, "shared:f", 20, 0);
        int writer = t.open(1, "shared:f", WRONLY);
        int one = t.open(2, "shared:f", RDONLY);
        int two = t.open(3, "shared:f", RDONLY);
        t.send(1, writer, "a");
        t.send(1, writer, "b");
        t.send(1, writer, "c");
        assertEquals("b!", t.receive(2, one));
        assertEquals("b!", t.receive(3, two));
        assertTrue(t.state(d).isFanOut());
    }

    @Test
    void d10SharedWithAModeIsWhatItSays() {
        int d = t.bind(1, "shared:f", 20, RDWR);
        assertFalse(t.state(d).isFanOut());
    }

    @Test
    void d11APolicyImpliesFanOut() {
        t.bind(1, "app:drop", 20, RDWR | FANOUT_DROP);
        int writer = t.open(1, "app:drop", WRONLY);
        int one = t.open(2, "app:drop", RDONLY);
        int two = t.open(3, "app:drop", RDONLY);
        t.send(1, writer, "a");
        assertEquals("a", t.receive(2, one));
        assertEquals("a", t.receive(3, two));
        assertTrue(t.state(t.bind(1, "app:block", 20, FANOUT_BLOCK)).isFanOut());
    }

    @Test
    void d12AHandleForBothStaysAReaderWhenItSends() {
        t.bind(1, "shared:f", 64, BLOCK);
        int both = t.open(1, "shared:f", RDWR);
        int reader = t.open(2, "shared:f", RDONLY);
        t.send(1, both, "a");
        assertEquals("a", t.receive(2, reader));
        assertEquals("a", t.receive(1, both));
    }

    @Test
    void d12AWriteOnlyHandleHoldsNothingBack() {
        int d = t.bind(1, "shared:f", 64, BLOCK);
        int writer = t.open(1, "shared:f", WRONLY);
        int reader = t.open(2, "shared:f", RDONLY);
        int idle = t.open(3, "shared:f", WRONLY);
        t.send(1, writer, "a");
        assertEquals("a", t.receive(2, reader));
        assertEquals(0, t.state(d).depth());
        assertEquals(OK, t.table.close(3, idle));
    }

    @Test
    void d12WithoutFlagsAHandleIsAReaderUnlessItSentLast() {
        int d = t.bind(1, "shared:f", 64, BLOCK);
        int dynamic = t.open(1, "shared:f", 0);
        int reader = t.open(2, "shared:f", RDONLY);
        t.send(1, dynamic, "a");
        assertEquals("a", t.receive(2, reader));
        assertEquals(0, t.state(d).depth());
        t.send(1, dynamic, "b");
        assertEquals("b", t.receive(1, dynamic));
        assertEquals("b", t.receive(2, reader));
        assertEquals(0, t.state(d).depth());
    }

    @Test
    void d13ATapHoldsNothingBack() {
        int d = t.bind(1, "shared:f", 20, BLOCK);
        int writer = t.open(1, "shared:f", WRONLY);
        int reader = t.open(2, "shared:f", RDONLY);
        int tap = t.open(3, "shared:f", RDONLY | ChannelModes.TAP);
        for (int i = 0; i < 5; i++) {
            t.send(1, writer, "abcdefghijkl");
            assertEquals("abcdefghijkl", t.receive(2, reader));
        }
        assertEquals(0, t.state(d).depth());
        assertEquals("abcdefghijkl!", t.receive(3, tap));
    }

    @Test
    void d14ReadersAreServedBeforeTapsAndNoTapStopsThem() {
        t.table.limitTaps(1);
        int writer = t.create(9, "app:a", 0, 0);
        int tap = t.open(1, "app:a", ChannelModes.TAP);
        int reader = t.open(2, "app:a", 0);
        TestTable.Waiting tapping = t.receiveWaiting(1, tap, NEVER);
        TestTable.Waiting reading = t.receiveWaiting(2, reader, NEVER);
        t.send(9, writer, "a");
        assertEquals(List.of(reading, tapping), t.completed);
        TestTable.Waiting withheld = t.receiveWaiting(1, tap, NEVER);
        TestTable.Waiting behind = t.receiveWaiting(2, reader, NEVER);
        t.send(9, writer, "b");
        assertEquals("b", behind.got());
        assertNull(withheld.outcome);
    }

    @Test
    void d15ANameHas32BytesOfAsciiAndIsNeverCut() {
        String longest = "n".repeat(32);
        assertEquals(longest, t.state(t.bind(1, "shared:" + longest + "@12", 0, 0)).target().name());
        assertEquals(INVALID_ARGUMENT, t.table.bind(1, "app:" + longest + "n", 0, 0).status());
        assertEquals(INVALID_ARGUMENT, t.table.bind(1, "app:\u00e6", 0, 0).status());
        assertEquals(1, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void d16AMalformedTargetIsErrno22() {
        for (String bad : List.of("", "pid:x", "pid:-1", "pid:+7", "pid: 7", "pid:3@4", "svc:x@abc", "app:a@1@2",
                "shared:b@z", "x@y", "svc:x@0x10", "svc:x@1_0", "pid:2147483648", "app:x@99999999999999999999")) {
            assertEquals(INVALID_ARGUMENT, t.table.bind(1, bad, 0, 0).status(), bad);
            assertEquals(INVALID_ARGUMENT, t.table.open(1, bad, 0).status(), bad);
        }
        assertEquals(22, INVALID_ARGUMENT.code());
        assertTrue(t.table.snapshot().channels().isEmpty());
    }

    @Test
    void d17TheSameModeAgainChangesNothing() {
        int writer = t.create(1, "shared:f", 64, BLOCK);
        t.send(1, writer, "");
        int reader = t.open(2, "shared:f", RDONLY);
        t.send(1, writer, "a");
        t.bind(4, "shared:f", 64, BLOCK);
        assertEquals("a", t.receive(2, reader));
    }

    @Test
    void d18ASmallerCapacityDropsTheOldestAndMarksTheReaders() {
        int writer = t.create(1, "shared:f", 64, BLOCK);
        t.send(1, writer, "");
        int reader = t.open(2, "shared:f", RDONLY);
        t.send(1, writer, "a");
        t.send(1, writer, "b");
        t.bind(1, "shared:f", 9, 0);
        assertEquals("b!", t.receive(2, reader));
        assertTrue(t.events(ChannelEvent.Overrun.class).isEmpty());
    }

    @Test
    void d19AnotherModeSetsAllReadersToTheEnd() {
        int writer = t.create(1, "shared:f", 64, BLOCK);
        t.send(1, writer, "");
        int reader = t.open(2, "shared:f", RDONLY);
        t.send(1, writer, "a");
        t.bind(1, "shared:f", 0, DROP);
        t.send(1, writer, "b");
        assertEquals("b", t.receive(2, reader));
    }

    @Test
    void d20AWriteToStdoutWakesWhoWaits() {
        assertEquals(OK, t.table.register(5).status());
        TestTable.Waiting shell = t.receiveWaiting(0, t.open(0, "svc:stdio.out@5", 0), NEVER);
        assertEquals(5, t.table.write(5, StdioStream.OUT, TestTable.message("hello")));
        assertEquals("hello", shell.got());
        assertEquals(MessageFlags.STDOUT, shell.message().flags());
    }

    @Test
    void d21ATapIsOnOrOff() {
        int writer = t.create(1, "app:a", 0, 0);
        int tap = t.open(2, "app:a", 0);
        assertEquals(OK, t.table.tap(2, tap, true));
        t.send(1, writer, "a");
        assertEquals(OK, t.table.tap(2, tap, false));
        assertEquals("a", t.receive(2, tap));
        assertEquals("NO_DATA", t.receive(1, writer));
    }

    @Test
    void d22FlagsAndChannelHave16BitsAndTheOverheadIs8() {
        int d = t.bind(1, "app:a", 9, 0);
        int handle = t.open(1, "app:a", 0);
        assertEquals(OK, t.table.send(1, handle, TestTable.message("x").flags(0xFFFF).channel(0x8001)));
        assertEquals(9, t.state(d).bytesUsed());
        assertEquals("x!", t.receive(1, handle));
        assertEquals(0xFFFF, t.last.flags());
        assertEquals(0x8001, t.last.channel());
    }

    @Test
    void d23ArgumentsHaveNamesHereAndNoRegisters() {
        var operations = EnumSet.range(ChannelOperation.OPEN, ChannelOperation.CLOSE);
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), operations.stream().map(ChannelOperation::code).toList());
    }

    @Test
    void d24StdioIsNamedAsInTheHeader() {
        assertEquals(new RegisterResult(OK, 1, 2, 3), t.table.register(5));
        assertEquals(List.of("svc:stdio.in@5", "svc:stdio.out@5", "svc:stdio.err@5", "pid:5"),
                t.table.snapshot().channels().stream().map(c -> c.target().toString()).toList());
    }

    @Test
    void d25ReadersOfOneChannelCompete() {
        int one = t.create(1, "app:a", 0, 0);
        int two = t.open(2, "app:a", 0);
        t.send(1, one, "a");
        t.send(1, one, "b");
        assertEquals("a", t.receive(2, two));
        assertEquals("b", t.receive(1, one));
    }

    @Test
    void d26TheHandleLimitIsNoDescriptor() {
        t = new TestTable(ChannelProfile.of(4, 1, 64, 0));
        assertEquals(1, t.create(1, "app:a", 0, 0));
        assertEquals(NO_DESCRIPTOR, t.table.open(1, "app:a", 0).status());
        assertEquals(
                List.of(new ChannelEvent.HandlesExhausted(1, 1, 1)), t.events(ChannelEvent.HandlesExhausted.class));
    }

    @Test
    void d27AWokenReceiveIsToldAsAWakeOnly() {
        int handle = t.create(1, "app:a", 0, 0);
        assertEquals(WAITING, t.receiveWaiting(1, handle, NEVER).first);
        t.send(1, handle, "a");
        assertEquals(1, t.events(ChannelEvent.Woken.class).size());
        assertTrue(t.events(ChannelEvent.Received.class).isEmpty());
    }

    @Test
    void d28DropsThenTapsThenTheSendThenWakes() {
        t.table.limitTaps(1);
        int writer = t.create(1, "shared:f", 9, DROP);
        int lazy = t.open(4, "shared:f", RDONLY);
        int tap = t.open(2, "shared:f", ChannelModes.TAP);
        t.send(1, writer, "a");
        TestTable.Waiting waiting = t.receiveWaiting(3, t.open(3, "shared:f", RDONLY), NEVER);
        t.events.clear();
        t.send(1, writer, "b");
        assertEquals(
                List.of(ChannelEvent.Overrun.class, ChannelEvent.TapLimited.class, ChannelEvent.Sent.class,
                        ChannelEvent.Woken.class),
                t.events.stream().map(ChannelEvent::getClass).toList());
        assertEquals("b", waiting.got());
        assertEquals("b!", t.receive(4, lazy));
        assertEquals("a!", t.receive(2, tap));
    }

    @Test
    void d29DeadlinesAreTheCallersWhoExpiresInTheOrderOfWaiting() {
        int handle = t.create(1, "app:a", 0, 0);
        TestTable.Waiting first = t.receiveWaiting(1, handle, 20);
        TestTable.Waiting second = t.receiveWaiting(1, handle, 10);
        t.nowNanos = 20;
        t.table.expire(first);
        t.table.expire(second);
        assertEquals(List.of(first, second), t.completed);
        assertFalse(t.table.expire(first));
    }

    @Test
    void d29WhatIsDueAtOnceExpiresInTheOrderOfBlockingAndNotOfDeadlines() {
        int a = t.create(1, "app:a", 0, 0);
        int b = t.create(2, "app:b", 0, 0);
        TestTable.Waiting first = t.receiveWaiting(1, a, 20);
        TestTable.Waiting second = t.receiveWaiting(2, b, 10);
        TestTable.Waiting later = t.receiveWaiting(1, a, 40);
        TestTable.Waiting third = t.receiveWaiting(2, b, 15);
        TestTable.Waiting endless = t.receiveWaiting(1, a, NEVER);
        t.nowNanos = 9;
        assertEquals(10, t.table.expireDue());
        assertEquals(List.of(), t.completed);
        t.nowNanos = 20;
        assertEquals(40, t.table.expireDue());
        assertEquals(List.of(first, second, third), t.completed);
        t.nowNanos = 40;
        assertEquals(NEVER, t.table.expireDue());
        assertEquals(List.of(first, second, third, later), t.completed);
        assertNull(endless.outcome);
    }

    @Test
    void d29ManyWaitsThatComeAndGoExpireInOrder() {
        int handle = t.create(1, "app:a", 0, 0);
        long seed = TestRuntime.freshSeed();
        var random = new SplittableRandom(seed);
        List<TestTable.Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waiting.add(t.receiveWaiting(1, handle, 1 + random.nextInt(50)));
            if (random.nextInt(3) == 0) {
                assertTrue(t.table.withdraw(waiting.remove(random.nextInt(waiting.size()))));
            }
        }
        for (int now = 0; now <= 50; now += 5) {
            t.nowNanos = now;
            t.completed.clear();
            long next = t.table.expireDue();
            int due = now;
            List<TestTable.Waiting> expected = waiting.stream().filter(w -> w.deadlineNanos() <= due).toList();
            assertEquals(expected, t.completed, () -> "seed " + seed);
            waiting.removeAll(expected);
            assertEquals(waiting.stream().mapToLong(Waiter::deadlineNanos).min().orElse(NEVER), next);
        }
        assertEquals(List.of(), waiting);
    }

    @Test
    void d30EmbeddedTapsGet20CopiesASecond() {
        t = new TestTable(ChannelProfile.EMBEDDED);
        int writer = t.create(1, "app:a", 0, RDWR | FANOUT_DROP);
        int tap = t.open(2, "app:a", ChannelModes.TAP);
        int copies = 0;
        for (int i = 0; i < 30; i++) {
            t.send(1, writer, "a");
            copies += t.receive(2, tap).equals("NO_DATA") ? 0 : 1;
        }
        assertEquals(20, copies);
        t.nowNanos = 1_000_000_000;
        t.send(1, writer, "b");
        assertEquals("b!", t.receive(2, tap));
    }

    @Test
    void d32FanOutWithoutReadersKeepsMessages() {
        int d = t.bind(1, "shared:f", 64, BLOCK);
        int writer = t.open(1, "shared:f", WRONLY);
        t.send(1, writer, "a");
        t.send(1, writer, "b");
        assertEquals(2, t.state(d).depth());
    }

    @Test
    void d33AFullTapLosesItsOldestCopyWithoutAnEvent() {
        int writer = t.create(1, "app:a", 9, 0);
        int tap = t.open(2, "app:a", ChannelModes.TAP);
        t.send(1, writer, "a");
        assertEquals("a", t.receive(1, writer));
        t.events.clear();
        t.send(1, writer, "b");
        assertEquals(1, t.events.size());
        assertEquals("b!", t.receive(2, tap));
    }

    @Test
    void d34AReceiveCutsSilently() {
        int handle = t.create(1, "app:a", 0, 0);
        t.send(1, handle, "abcdef");
        var small = new ChannelMessage(3);
        assertEquals(OK, t.table.receive(1, handle, small));
        assertEquals("abc", TestTable.text(small));
        assertEquals("NO_DATA", t.receive(1, handle));
    }

    @Test
    void d36PeekShowsTheChannelAndTheNextMessageOfTheHandle() {
        t.bind(1, "shared:f", 64, BLOCK);
        int writer = t.open(1, "shared:f", WRONLY);
        int one = t.open(2, "shared:f", RDONLY);
        int two = t.open(3, "shared:f", RDONLY);
        t.send(1, writer, "abc");
        assertEquals("abc", t.receive(2, one));
        assertEquals(1, t.peek(2, one).depth());
        assertEquals(0, t.peek(2, one).nextLength());
        assertEquals(1, t.peek(2, one).nextSequence());
        assertEquals(3, t.peek(3, two).nextLength());
        assertEquals(0, t.peek(3, two).nextSequence());
        assertEquals(11, t.peek(3, two).bytesUsed());
    }

    @Test
    void d38FanOutWorksInEveryNamespace() {
        for (String target : List.of("app:f", "svc:f@1", "pid:1", "shared:f")) {
            t.bind(1, target, 64, DROP);
            int writer = t.open(1, target, WRONLY);
            int one = t.open(2, target, RDONLY);
            int two = t.open(3, target, RDONLY);
            t.send(1, writer, "a");
            assertEquals("a", t.receive(2, one));
            assertEquals("a", t.receive(3, two));
        }
    }

    @Test
    void ourOwnStatusesClashWithNone() {
        assertEquals(ChannelStatus.values().length,
                EnumSet.allOf(ChannelStatus.class).stream().map(ChannelStatus::code).distinct().count());
        assertEquals(32, CLOSED.code());
    }
}
