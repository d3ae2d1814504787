package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.MSG_TOO_LARGE;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.WAITING;
import static io.hiveactor.ipc.channel.Waiter.NEVER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A handle that was opened without a word keeps messages in a fan-out until it first tries to send. The room that this
 * leaves is for who waits for it, however that send ends.
 */
class TurnedSenderTest {
    private final TestTable t = new TestTable();
    private int turning;
    private int reader;
    private TestTable.Waiting waiting;

    @BeforeEach
    void oneHasNotReadAndOneWaitsForRoom() {
        t.bind(1, "app:a", 20, ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK);
        turning = t.open(1, "app:a", 0);
        int sender = t.open(2, "app:a", ChannelModes.WRONLY);
        reader = t.open(3, "app:a", ChannelModes.RDONLY);
        t.send(2, sender, "123456789012");
        assertEquals("123456789012", t.receive(3, reader));
        waiting = t.sendWaiting(2, sender, "next", NEVER);
        assertEquals(WAITING, waiting.first);
    }

    @Test
    void itsSendIsRefused() {
        assertEquals(ChannelStatus.WOULDBLOCK, t.trySend(1, turning, "12345"));
        assertEquals(OK, waiting.outcome);
    }

    @Test
    void itsSendIsTooLarge() {
        assertEquals(MSG_TOO_LARGE, t.trySend(1, turning, "1234567890123"));
        assertEquals(OK, waiting.outcome);
    }

    @Test
    void itsSendWaits() {
        TestTable.Waiting own = t.sendWaiting(1, turning, "12345", NEVER);
        assertEquals(OK, waiting.outcome);
        assertEquals(WAITING, own.first);
        assertEquals("next", t.receive(3, reader));
        assertEquals(OK, own.outcome);
    }
}
