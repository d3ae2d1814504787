package io.hiveactor.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CodecTest {
    @Test
    void textIsAsItIs() throws Exception {
        Codec<String> text = Codec.text();
        assertEquals("ä\n{}", text.encode("ä\n{}", "m"));
        assertEquals("ä\n{}", text.reader().read("ä\n{}"));
    }

    @Test
    @SuppressWarnings("NullAway") // to see it refused
    void noTextIsRefused() {
        var failed = assertThrows(BackendException.class, () -> Codec.text().encode(null, "orders"));
        assertEquals("cannot write a body for mailbox orders: a text must not be null", failed.getMessage());
    }

    @Test
    void whatTheWriterThrowsIsTheCause() {
        var cause = new IOException("no");
        var codec = new Codec<String>(_ -> {
            throw cause;
        }, text -> text);
        var failed = assertThrows(BackendException.class, () -> codec.encode("a", "orders"));
        assertSame(cause, failed.getCause());
        assertEquals("cannot write a body for mailbox orders: no", failed.getMessage());
    }

    @Test
    @SuppressWarnings("NullAway") // to see it refused
    void aWriterThatGivesNothingIsRefused() {
        var codec = new Codec<String>(_ -> null, text -> text);
        var failed = assertThrows(BackendException.class, () -> codec.encode("a", "orders"));
        assertInstanceOf(NullPointerException.class, failed.getCause());
    }

    @Test
    @SuppressWarnings("NullAway") // to see it refused
    void bothWaysMustBeThere() {
        assertThrows(NullPointerException.class, () -> new Codec<String>(null, text -> text));
        assertThrows(NullPointerException.class, () -> new Codec<String>(text -> text, null));
    }
}
