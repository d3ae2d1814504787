package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ChannelMessageTest {
    @Test
    void theRemainingBytesOfABufferAreCopiedAndItsPositionStays() {
        byte[] bytes = {0, 1, 2, 3, 4};
        ByteBuffer buffer = ByteBuffer.wrap(bytes).position(1).limit(4);
        ChannelMessage message = ChannelMessage.copyOf(buffer);
        bytes[1] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, message.bytes());
        assertEquals(3, message.length());
        assertEquals(1, buffer.position());
        assertArrayEquals(new byte[] {2, 3}, ChannelMessage.copyOf(buffer.position(2).asReadOnlyBuffer()).bytes());
        assertArrayEquals(new byte[] {7}, ChannelMessage.copyOf(ByteBuffer.allocateDirect(1).put(0, (byte) 7)).bytes());
    }

    @Test
    void theBytesOfASegmentAreCopied() {
        ChannelMessage message;
        try (Arena arena = Arena.ofConfined()) {
            message = ChannelMessage.copyOf(arena.allocateFrom("ab"));
        }
        assertArrayEquals(new byte[] {'a', 'b', 0}, message.bytes());
        assertEquals(0, ChannelMessage.copyOf(MemorySegment.NULL).length());
    }

    @Test
    void aSendCopiesTheArrayThatAMessageWraps() {
        var t = new TestTable();
        int handle = t.create(1, "app:a", 64, 0);
        byte[] bytes = {1, 2};
        assertEquals(ChannelStatus.OK, t.table.send(1, handle, new ChannelMessage(bytes)));
        bytes[0] = 9;
        assertEquals(ChannelStatus.OK, t.table.receive(1, handle, t.last));
        assertEquals(1, t.last.bytes()[0]);
    }
}
