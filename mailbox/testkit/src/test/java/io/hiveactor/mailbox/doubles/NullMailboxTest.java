package io.hiveactor.mailbox.doubles;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NullMailboxTest {
    private static final Duration NEGATIVE = ofSeconds(-1);

    private final NullMailbox<String, String> mailbox = new NullMailbox<>();

    @Test
    void whatIsSentIsDroppedUnderAnIdOfItsOwn() {
        var first = assertInstanceOf(Sent.class, mailbox.send("a"));
        var second = assertInstanceOf(Sent.class, mailbox.send("a"));
        assertNotEquals(first.id(), second.id());
        assertEquals(0, mailbox.approximateCount());
        assertEquals(List.of(), mailbox.receive(10, ofSeconds(30), ZERO));
        assertEquals(0, mailbox.purge());
    }

    @Test
    void nothingIsCheckedAndNothingWaits() {
        assertEquals(List.of(), mailbox.receive(1, NEGATIVE, ZERO));
        assertEquals(List.of(), mailbox.receive(1, ZERO, NEGATIVE));
        assertEquals(List.of(), mailbox.receive(1, ZERO, ofSeconds(30)));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge("nonsense"));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.nack("nonsense", NEGATIVE));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.extend("nonsense", NEGATIVE));
    }

    @Test
    void itCanBeClosedAndSentToAfterwards() {
        assertFalse(mailbox.isClosed());
        mailbox.close();
        mailbox.close();
        assertTrue(mailbox.isClosed());
        assertInstanceOf(Sent.class, mailbox.send("a"));
    }

    @Test
    void itHasAName() {
        assertEquals("null", mailbox.name());
        assertEquals("dev", new NullMailbox<String, String>("dev").name());
    }
}
