package io.hiveactor.mailbox.doubles;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.Sent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CollectingMailboxTest {
    private final CollectingMailbox<@Nullable String, String> mailbox = new CollectingMailbox<>();

    @Test
    void whatIsSentIsKeptInItsOrderUntilAPurge() {
        assertInstanceOf(Sent.class, mailbox.send("a"));
        assertInstanceOf(Sent.class, mailbox.send(null));
        assertEquals(2, mailbox.approximateCount());
        assertEquals(Arrays.asList("a", null), mailbox.sent());
        assertEquals(List.of(), mailbox.receive(10, ofSeconds(-1), ofSeconds(-1)));
        assertEquals(2, mailbox.approximateCount());
        assertEquals(2, mailbox.purge());
        assertEquals(List.of(), mailbox.sent());
        assertEquals(0, mailbox.approximateCount());
    }

    @Test
    void whatItShowsIsACopy() {
        assertInstanceOf(Sent.class, mailbox.send("a"));
        var shown = mailbox.sent();
        assertInstanceOf(Sent.class, mailbox.send("b"));
        assertEquals(List.of("a"), shown);
        assertThrows(UnsupportedOperationException.class, () -> shown.add("c"));
    }

    @Test
    void itCollectsAfterAClose() {
        assertFalse(mailbox.isClosed());
        mailbox.close();
        assertTrue(mailbox.isClosed());
        assertInstanceOf(Sent.class, mailbox.send("a"));
        assertEquals(List.of("a"), mailbox.sent());
        assertEquals(List.of(), mailbox.receive(1, ZERO, ofSeconds(30)));
    }

    @Test
    void itTakesReplies() {
        var requests = new FakeMailbox<String, @Nullable String>();
        assertInstanceOf(Sent.class, requests.send("ask", mailbox));
        var request = requests.receive(1, ZERO, ZERO).getFirst();
        assertInstanceOf(Sent.class, request.reply("1"));
        assertInstanceOf(Sent.class, request.reply("2"));
        assertEquals(AckStatus.DONE, request.acknowledge());
        assertEquals(NotReplied.FINALIZED, request.reply("3"));
        assertEquals(List.of("1", "2"), mailbox.sent());
    }

    @Test
    void nothingCanBeSettled() {
        assertEquals(AckStatus.LEASE_ENDED, mailbox.acknowledge("nonsense"));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.nack("nonsense", ofSeconds(-1)));
        assertEquals(AckStatus.LEASE_ENDED, mailbox.extend("nonsense", ofSeconds(-1)));
    }

    @Test
    void itHasAName() {
        assertEquals("collecting", mailbox.name());
        assertEquals("sink", new CollectingMailbox<String, String>("sink").name());
    }

    @Test
    void ofManySendersItKeepsAll() throws Exception {
        int each = 50_000;
        Set<String> ids = ConcurrentHashMap.newKeySet();
        Together.run(4, sender -> {
            for (int i = 0; i < each; i++) {
                ids.add(assertInstanceOf(Sent.class, mailbox.send(sender + "." + i)).id());
            }
        });
        assertEquals(4 * each, ids.size());
        assertEquals(4 * each, new HashSet<>(mailbox.sent()).size());
    }
}
