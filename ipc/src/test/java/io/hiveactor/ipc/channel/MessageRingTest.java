package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The storage of messages, beside a list. */
class MessageRingTest {
    private static final int LIMIT = 900; // room for a hundred messages of one byte

    private final MessageRing ring = new MessageRing(LIMIT);
    private final List<String> list = new ArrayList<>();
    private long nextSequence;

    private void append(int length) {
        String text = Character.toString('a' + (int) (nextSequence % 26)).repeat(length);
        var message = new ChannelMessage(text.getBytes(StandardCharsets.US_ASCII));
        message.flags((int) nextSequence & 0xFFFF).channel(length);
        message.origin = Handle.key(7, length);
        message.sequence = nextSequence;
        ring.append(message);
        list.add(described(text, nextSequence++));
    }

    private static String described(String text, long sequence) {
        return text + " " + sequence + " " + (sequence & 0xFFFF) + " " + text.length() + " from 7";
    }

    private static String described(ChannelMessage message) {
        String text = new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII);
        return text + " " + message.sequence() + " " + message.flags() + " " + message.channel() + " from "
                + message.sourcePid();
    }

    private void takeFirst() {
        var into = new ChannelMessage(LIMIT);
        ring.take(into);
        assertEquals(list.removeFirst(), described(into));
    }

    private void assertSame(String when) {
        var into = new ChannelMessage(LIMIT);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < ring.depth(); i++) {
            ring.read(i, into);
            found.add(described(into));
        }
        assertEquals(list, found, when);
    }

    @Test
    void moreHeadersComeIntoUseWhereverTheRingHasTurnedTo() {
        for (int before = 0; before < 40; before++) {
            for (int i = 0; i < before; i++) {
                append(1);
            }
            for (int i = 0; i < before / 2; i++) {
                takeFirst();
            }
            while (ring.fits(MessageRing.OVERHEAD + 1)) {
                append(1);
                assertSame("after " + before);
            }
            while (ring.depth() > 0) {
                takeFirst();
            }
        }
    }

    @Test
    void itIsAListOfMessages() {
        for (long seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            int longest = 1 + random.nextInt(60);
            for (int i = 0; i < 300; i++) {
                int length = 1 + random.nextInt(longest);
                if (random.nextInt(5) > 1 && ring.fits(length + MessageRing.OVERHEAD)) {
                    append(length);
                } else if (ring.depth() > 0 && random.nextBoolean()) {
                    ring.removeFirst();
                    list.removeFirst();
                } else if (ring.depth() > 0) {
                    takeFirst();
                }
            }
            ring.resize(ring.limit() == LIMIT ? Math.max(LIMIT / 2, ring.used()) : LIMIT);
            assertSame("seed " + seed);
        }
    }
}
