package io.hiveactor.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a mailbox does that says nothing of it itself. */
class MailboxTest {
    private final List<String> asked = new ArrayList<>();

    private SendResult send(String body) {
        asked.add(body);
        if (body.equals("down")) {
            throw new BackendException("the server is down", null);
        }
        return body.equals("full") ? NotSent.FULL : new Sent(body);
    }

    @Test
    void ofManySendsNoneComesBehindOneThatWasRefused() {
        List<SendResult> results = new SendingMailbox<>(this::send).sendAll(List.of("a", "full", "b", "c"));
        assertEquals(List.of(new Sent("a"), NotSent.FULL, NotSent.FULL, NotSent.FULL), results);
        assertEquals(List.of("a", "full"), asked);
    }

    @Test
    void manySendsOfWhichOneFailsSayHowManyAreSent() {
        var failure = assertThrows(BackendException.class,
                () -> new SendingMailbox<>(this::send).sendAll(List.of("a", "b", "down", "c")));
        assertEquals("2 of 4 are sent to mailbox null: the server is down", failure.getMessage());
        assertEquals(List.of("a", "b", "down"), asked);
    }
}
