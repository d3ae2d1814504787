package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.WAITING;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ChannelCoalescingTest {
    private final TestTable t = new TestTable();
    private final int descriptor = t.bind(1, "app:a", 40, 0);
    private final int storm = coalescing(1);
    private final int other = t.open(2, "app:a", 0);

    private int coalescing(int pid) {
        int handle = t.open(pid, "app:a", 0);
        assertEquals(OK, t.table.coalesce(pid, handle, true));
        return handle;
    }

    @Test
    void aStormLeavesOneMessageInThePlaceOfTheFirst() {
        t.send(1, storm, "v1");
        t.send(2, other, "else");
        for (int i = 2; i < 100; i++) {
            t.send(1, storm, "v" + i);
        }
        assertEquals(97 + 1, t.state(descriptor).coalesced());
        assertEquals("v99", t.receive(2, other));
        assertEquals(0, t.last.sequence());
        assertEquals("else", t.receive(2, other));
        assertEquals("NO_DATA", t.receive(2, other));
    }

    @Test
    void channelNumbersAreKeptApart() {
        assertEquals(OK, t.table.send(1, storm, TestTable.message("a1").channel(1)));
        assertEquals(OK, t.table.send(1, storm, TestTable.message("b1").channel(2)));
        assertEquals(OK, t.table.send(1, storm, TestTable.message("a2").channel(1).flags(4)));
        assertEquals("a2", t.receive(2, other));
        assertEquals(4, t.last.flags());
        assertEquals("b1", t.receive(2, other));
    }

    @Test
    void aTaskDoesNotReplaceWhatAnEarlierOneWithItsPidSent() {
        t.send(1, storm, "old");
        t.table.exit(1);
        assertEquals(storm, coalescing(1));
        t.send(1, storm, "new");
        assertEquals("old", t.receive(2, other));
        assertEquals("new", t.receive(2, other));
    }

    @Test
    void handlesAreKeptApart() {
        int second = coalescing(1);
        t.send(1, storm, "x");
        t.send(1, second, "y");
        assertEquals(2, t.state(descriptor).depth());
    }

    @Test
    void whatDoesNotFitInPlaceIsASendLikeAnyOther() {
        t.send(1, storm, "x");
        t.send(2, other, "0123456789012345678");
        assertEquals(WOULDBLOCK, t.trySend(1, storm, "xxxxxx"));
        assertEquals("x", t.receive(2, other));
    }

    @Test
    void itDoesNotOvertakeASenderThatWaits() {
        t.send(1, storm, "1");
        t.send(2, other, "0123456789012345678");
        assertEquals(WAITING, t.sendWaiting(1, storm, "2-------", Waiter.NEVER).first);
        assertEquals(WOULDBLOCK, t.trySend(1, storm, "3"));
        assertEquals("1", t.receive(2, other));
    }

    @Test
    void inFanOutWhatOneReaderHasReadIsNotReplaced() {
        t.bind(1, "app:a", 0, ChannelModes.FANOUT_BLOCK);
        int fast = t.open(3, "app:a", ChannelModes.RDONLY);
        int slow = t.open(4, "app:a", ChannelModes.RDONLY);
        t.send(1, storm, "1");
        t.send(1, storm, "2");
        assertEquals("2", t.receive(3, fast));
        t.send(1, storm, "3");
        assertEquals("3", t.receive(3, fast));
        assertEquals("2", t.receive(4, slow));
        assertEquals("3", t.receive(4, slow));
    }

    @Test
    void whatAllHaveReadTakesNoRoomFromAReplacement() {
        t.bind(1, "app:a", 0, ChannelModes.FANOUT_BLOCK);
        int fast = t.open(3, "app:a", ChannelModes.RDONLY);
        int slow = t.open(4, "app:a", ChannelModes.RDONLY);
        t.send(2, other, "0123456789");
        t.send(1, storm, "x");
        assertEquals("0123456789", t.receive(3, fast));
        assertEquals(OK, t.table.tap(4, slow, true)); // it held the first message, and does not any more
        assertEquals(OK, t.trySend(1, storm, "y".repeat(24)));
        assertEquals("y".repeat(24), t.receive(3, fast));
    }

    @Test
    void aTapGetsACopyOfEach() {
        int tap = t.open(3, "app:a", ChannelModes.TAP);
        t.send(1, storm, "1");
        t.send(1, storm, "2");
        assertEquals("1", t.receive(3, tap));
        assertEquals("2", t.receive(3, tap));
    }

    @Test
    void itCanBeTurnedOff() {
        t.send(1, storm, "1");
        assertEquals(OK, t.table.coalesce(1, storm, false));
        t.send(1, storm, "2");
        assertEquals(2, t.state(descriptor).depth());
    }

    /** It is no reader any more that anybody waits for, and yet must not miss the newest value. */
    @Test
    void whatAReaderHasReadStaysAlsoIfItHasSentSince() {
        t.bind(1, "app:f", 200, ChannelModes.FANOUT);
        int reads = t.open(1, "app:f", 0);
        int slow = t.open(2, "app:f", ChannelModes.RDONLY);
        int news = t.open(3, "app:f", ChannelModes.WRONLY);
        assertEquals(OK, t.table.coalesce(3, news, true));
        t.send(3, news, "old");
        assertEquals("old", t.receive(1, reads));
        t.send(1, reads, "mine");
        t.send(3, news, "new");
        assertEquals("mine", t.receive(1, reads));
        assertEquals("new", t.receive(1, reads));
        assertEquals("old", t.receive(2, slow));
    }
}
