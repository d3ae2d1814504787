package io.hiveactor.mailbox.sqs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.mailbox.AckStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The count, and getting rid of all of it; this server is exact where SQS is not. */
class CountTest extends SqsTest {
    private final SqsMailbox<String, String> mailbox = open();

    @Test
    void visibleOnesAndThoseInFlightAndDelayedOnesCount() throws Exception {
        sent(mailbox, numbered(4));
        assertEquals(AckStatus.DONE, one(mailbox).nack(HOUR));
        assertEquals(AckStatus.DONE, one(mailbox).acknowledge());
        one(mailbox);
        assertEquals(3, mailbox.approximateCount());
    }

    @Test
    void aPurgeDeletesAllAndTellsTheCount() throws Exception {
        sent(mailbox, numbered(3));
        var held = one(mailbox);
        assertEquals(3, mailbox.purge());
        assertEquals(0, mailbox.approximateCount());
        assertEquals(AckStatus.LEASE_ENDED, held.acknowledge());
        assertEquals(List.of(), mailbox.receive(1, HOUR, NOW));
    }
}
