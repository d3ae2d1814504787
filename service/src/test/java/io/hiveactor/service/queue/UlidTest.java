package io.hiveactor.service.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Message ids and their parts: service 2.2. */
class UlidTest {
    @Test
    void textFormIsCrockfordBase32() {
        assertEquals("00000000000000000000000000", new Ulid(0, 0).toString());
        assertEquals("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", new Ulid(-1, -1).toString());
        assertEquals("00000000000000000000000010", new Ulid(0, 32).toString());
        assertEquals("0000000000000G000000000000", new Ulid(1, 0).toString());
        assertEquals("01ARYZ6S41", new Ulid(1469918176385L << 16, 0).toString().substring(0, 10)); // of the ULID spec
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            var id = new Ulid(random.nextLong(), random.nextLong());
            assertEquals(id, Ulid.parse(id.toString()));
            assertEquals(id, Ulid.of(id.bytes()));
        }
    }

    @Test
    void anythingElseIsNoUlid() { // service 9.4
        assertNull(Ulid.parse(""));
        assertNull(Ulid.parse("0000000000000000000000000"));
        assertNull(Ulid.parse("000000000000000000000000000"));
        assertNull(Ulid.parse("80000000000000000000000000")); // 129 bits
        assertNull(Ulid.parse("0000000000000000000000000a"));
        assertNull(Ulid.parse("0000000000000000000000000U"));
        assertNull(Ulid.parse("/0000000000000000000000000"));
        assertNull(Ulid.parse("0000000000000000000000000\uff10"));
        assertThrows(IllegalArgumentException.class, () -> Ulid.of(new byte[15]));
    }

    @Test
    void orderOfTextIsOrderOfNumbers() {
        var random = new SplittableRandom(2);
        for (int i = 0; i < 1_000; i++) {
            var a = new Ulid(random.nextLong(), random.nextLong());
            var b = new Ulid(random.nextBoolean() ? a.high() : random.nextLong(), random.nextLong());
            int expected = Long.compareUnsigned(a.high(), b.high()) != 0
                    ? Long.compareUnsigned(a.high(), b.high())
                    : Long.compareUnsigned(a.low(), b.low());
            assertEquals(Integer.signum(expected), Integer.signum(a.toString().compareTo(b.toString())));
        }
    }

    @Test
    void messageIdHoldsTimeNumberRandomAndShard() { // service 2.2
        long wallMs = 1_793_000_000_123L;
        Ulid id = MessageIds.of(wallMs, MessageIds.MAX_NUMBER - 5, 0xABCD, 4095);
        assertEquals(MessageIds.MAX_NUMBER - 5, MessageIds.numberOf(id));
        assertEquals(wallMs, id.high() >>> 16);
        assertEquals(4095, id.low() & 0xFFF);
        assertEquals(0xABCD, id.low() >>> 12 & 0xFFFF);
        assertEquals(1, MessageIds.numberOf(MessageIds.of(wallMs, 1, -1, 0)));
    }

    @Test
    void laterNumbersOfOneMillisecondSortLater() { // service 2.2
        String first = MessageIds.of(5, 7, 0xFFFF, 4095).toString();
        assertTrue(first.compareTo(MessageIds.of(5, 8, 0, 0).toString()) < 0);
    }

    @Test
    void numbersThatDoNotFitAreRefused() { // service 2.2
        assertThrows(IllegalArgumentException.class, () -> MessageIds.of(0, MessageIds.MAX_NUMBER + 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> MessageIds.of(0, -1, 0, 0));
    }

    @Test
    void leaseTokenIs32LowerHexDigits() { // service 7.1
        var token = new LeaseToken(0x0123456789abcdefL, -1);
        assertEquals("0123456789abcdefffffffffffffffff", token.toString());
        assertEquals(token, LeaseToken.parse(token.toString()));
        assertEquals(token, LeaseToken.of(token.bytes()));
        assertArrayEquals(new byte[16], new LeaseToken(0, 0).bytes());
        assertNull(LeaseToken.parse("0123456789ABCDEFffffffffffffffff"));
        assertNull(LeaseToken.parse("0123456789abcdefffffffffffffffff0"));
        assertNull(LeaseToken.parse("0123456789abcdefffffffffffffff-1"));
    }
}
