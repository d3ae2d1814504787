package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.Sent;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From a name to a mailbox in memory. */
class MemoryMailboxFactoryTest {
    @Test
    void whoAsksForANameAgainHasTheSameMailbox() throws InterruptedException {
        var factory = new MemoryMailboxFactory<String>();
        assertInstanceOf(Sent.class, factory.resolve("answers").send("yes"));
        assertEquals("yes", factory.create("answers").receive().getFirst().body());
        assertEquals("answers", factory.create("answers").name());
        assertSame(factory.create("answers"), factory.find("answers"));
    }

    @Test
    void itMakesNoMoreThanItMayAndStillKnowsThose() {
        var factory = new MemoryMailboxFactory<String>(MemoryConfig.named("any").withMaxSize(1), 2);
        var first = factory.create("a");
        assertInstanceOf(Sent.class, factory.create("b").send("x"));
        assertEquals(NotSent.FULL, factory.create("b").send("y"));
        assertNull(factory.create("c"));
        assertSame(first, factory.create("a"));
        assertThrows(IllegalArgumentException.class, () -> factory.resolve("c"));
    }

    @Test
    void aCompositeAsksItForWhatItsMapDoesNotKnow() {
        var factory = new MemoryMailboxFactory<String>();
        var known = new MemoryMailbox<String, Void>("known");
        MailboxResolver<String> both = MailboxResolver.composite(Map.of("known", known), factory);
        assertSame(known, both.find("known"));
        assertSame(factory.create("other"), both.find("other"));
    }

    @Test
    void badInputIsRefusedByItsValue() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryMailboxFactory<>(MemoryConfig.named("a"), 0));
    }
}
