package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_ARGUMENT;
import static io.hiveactor.ipc.channel.ChannelStatus.MSG_TOO_LARGE;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelBadInputTest {
    private final TestTable t = new TestTable();

    @Test
    void aCapacityOutOfRangeBindsNothing() {
        for (int capacity : new int[] {-1, 65_536, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(INVALID_ARGUMENT, t.table.bind(1, "app:a", capacity, 0).status());
        }
        assertEquals(INVALID_ARGUMENT, t.table.bind(1, "app:a", 0, 0x10000).status());
        assertEquals(0, t.table.snapshot().stats().activeDescriptors());
    }

    @Test
    void theLargestCapacityTakesTheLargestMessage() {
        int handle = t.create(1, "app:a", 65_535, 0);
        assertEquals(MSG_TOO_LARGE, t.table.send(1, handle, new ChannelMessage(new byte[65_528])));
        assertEquals(OK, t.table.send(1, handle, new ChannelMessage(new byte[65_527])));
    }

    @Test
    void belowTheOverheadNothingFitsButAHint() {
        for (int capacity = 1; capacity <= 8; capacity++) {
            int handle = t.create(1, "app:c" + capacity, capacity, 0);
            assertEquals(MSG_TOO_LARGE, t.trySend(1, handle, "x"));
            assertEquals(MSG_TOO_LARGE, t.sendWaiting(1, handle, "x", Waiter.NEVER).first);
            assertEquals(OK, t.trySend(1, handle, ""));
            assertEquals("NO_DATA", t.receive(1, handle));
        }
    }

    @Test
    void flagsAndChannelOutOfRangeQueueNothing() {
        int d = t.bind(1, "app:a", 0, 0);
        int handle = t.open(1, "app:a", 0);
        assertEquals(INVALID_ARGUMENT, t.table.send(1, handle, TestTable.message("x").flags(0x10000)));
        assertEquals(INVALID_ARGUMENT, t.table.send(1, handle, TestTable.message("x").channel(-1)));
        assertEquals(0, t.state(d).depth());
        assertEquals(2, t.events(ChannelEvent.Failed.class).size());
    }

    @Test
    void bugsOfTheCallerAreExceptions() {
        assertThrows(IllegalArgumentException.class, () -> t.create(-1, "app:a", 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new ChannelMessage(4).length(5));
        assertThrows(IllegalArgumentException.class, () -> t.table.limitTaps(-1));
    }

    @Test
    void aListenerThatThrowsDisturbsNothingAndIsCounted() {
        var table = new ChannelTable(ChannelProfile.DESKTOP, () -> 0, event -> {
            throw new IllegalStateException("listener");
        });
        assertEquals(OK, table.bind(1, "app:a", 0, 0).status());
        int handle = table.open(1, "app:a", 0).handle();
        assertEquals(OK, table.send(1, handle, TestTable.message("x")));
        assertEquals(OK, table.receive(1, handle, new ChannelMessage(9)));
        assertEquals(2, table.snapshot().stats().listenerFailures());
    }

    /** A listener that notes the trace alone. */
    private record Tracer(List<String> trace) implements ChannelListener {
        @Override
        public void on(ChannelEvent event) {}

        @Override
        public void traced(long nowNanos, int pid, ChannelOperation operation, ChannelStatus outcome) {
            trace.add(nowNanos + " " + pid + " " + operation + " " + outcome);
        }
    }

    @Test
    void theTraceOfACallThatWaitedCarriesItsEnd() {
        List<String> trace = new ArrayList<>();
        var table = new ChannelTable(ChannelProfile.DESKTOP, () -> 42, new Tracer(trace));
        assertEquals(OK, table.bind(1, "app:a", 9, 0).status());
        int handle = table.open(1, "app:a", 0).handle();
        int other = table.open(2, "app:a", 0).handle();
        trace.clear();

        TestTable.Waiting woken = t.new Waiting(new ChannelMessage(9));
        assertEquals(ChannelStatus.WAITING, table.receive(1, handle, woken, Waiter.NEVER));
        assertEquals(OK, table.send(2, other, TestTable.message("x")));
        assertEquals(List.of("42 1 RECEIVE WAITING", "42 1 RECEIVE OK", "42 2 SEND OK"), trace);
        trace.clear();

        assertEquals(ChannelStatus.WAITING, table.receive(1, handle, woken, 5));
        table.expire(woken);
        assertEquals(ChannelStatus.WAITING, table.receive(1, handle, woken, 5));
        table.withdraw(woken);
        assertEquals(OK, table.send(2, other, TestTable.message("x")));
        TestTable.Waiting full = t.new Waiting(TestTable.message("y"));
        assertEquals(ChannelStatus.WAITING, table.send(1, handle, full, Waiter.NEVER));
        table.withdraw(full);
        assertEquals(ChannelStatus.WAITING, table.send(1, handle, full, Waiter.NEVER));
        assertEquals(OK, table.revoke(1, handle));
        assertEquals(ChannelStatus.WAITING, table.send(2, other, full, Waiter.NEVER));
        table.exit(2);
        assertEquals(
                List.of("42 1 RECEIVE WAITING", "42 1 RECEIVE TIMEOUT", "42 1 RECEIVE WAITING", "42 1 RECEIVE NO_DATA",
                        "42 2 SEND OK", "42 1 SEND WAITING", "42 1 SEND WOULDBLOCK", "42 1 SEND WAITING",
                        "42 1 SEND CLOSED", "42 2 SEND WAITING", "42 2 SEND CLOSED"),
                trace);
    }

    @Test
    void theTraceTellsTimePidOperationAndOutcome() {
        List<String> trace = new ArrayList<>();
        var table = new ChannelTable(ChannelProfile.DESKTOP, () -> 42, new Tracer(trace));
        assertEquals(OK, table.bind(7, "app:a", 0, 0).status());
        assertEquals(ChannelStatus.NO_DESCRIPTOR, table.open(7, "app:b", 0).status());
        assertEquals(ChannelStatus.INVALID_HANDLE, table.send(7, 1, TestTable.message("x")));
        assertEquals(List.of("42 7 BIND OK", "42 7 OPEN NO_DESCRIPTOR", "42 7 SEND INVALID_HANDLE"), trace);
    }

    @Test
    void anUnknownFlagOpensNothing() {
        int d = t.bind(1, "app:a", 0, 0);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            int flags = 1 << bit;
            boolean isKnown = (flags & (ChannelModes.RDWR | ChannelModes.TAP)) != 0;
            assertEquals(isKnown ? OK : INVALID_ARGUMENT, t.table.open(1, "app:a", flags).status());
        }
        assertEquals(3, t.table.snapshot().stats().handleCount());
        assertEquals(0, t.state(d).depth());
    }

    @Test
    void optionsWithAnUnknownFlagNameIt() {
        var thrown = assertThrows(IllegalArgumentException.class, () -> new ChannelOptions(0, 0, 0x48, false));
        assertEquals("an open knows the flags RDONLY, WRONLY, RDWR and TAP only: 0x48", thrown.getMessage());
    }

    @Test
    void targetsAreReadAsTheyAreWritten() {
        assertEquals("svc:log@3", ChannelTarget.parse("log", 3).toString());
        assertEquals("svc:x@4", ChannelTarget.parse("svc:x@4", 3).toString());
        assertEquals("app:x", ChannelTarget.parse("app:x@", 3).toString());
        assertEquals("app:x@4", ChannelTarget.parse("app:x@4", 3).toString());
        assertEquals("shared:x", ChannelTarget.parse("shared:x@4", 3).toString());
        assertEquals("pid:3", ChannelTarget.parse("pid:", 3).toString());
        assertEquals("pid:7", ChannelTarget.parse("pid:007", 3).toString());
        assertEquals("svc:APP:x@3", ChannelTarget.parse("APP:x", 3).toString());
        assertEquals("svc:@3", ChannelTarget.parse("svc:", 3).toString());
    }

    /** So long that its cost is none: nothing is queued, and the channel goes on. */
    @Test
    void aLengthThatOverflowsIsTooLarge() {
        int handle = t.create(1, "app:a", 64, 0);
        t.send(1, handle, "first"); // by now it may go the short way
        var huge = new ChannelMessage(1);
        huge.length = Integer.MAX_VALUE - 2;
        assertEquals(MSG_TOO_LARGE, t.table.send(1, handle, huge));
        assertEquals("first", t.receive(1, handle));
        assertEquals("NO_DATA", t.receive(1, handle));
    }

    @Test
    void aModeOfMoreThan16BitsConfiguresNoStream() {
        assertThrows(IllegalArgumentException.class, () -> t.table.configureStdio(StdioStream.OUT, 0x10000, true));
    }
}
