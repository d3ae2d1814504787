package io.hiveactor.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.mailbox.doubles.NullMailbox;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MailboxResolverTest {
    private final NullMailbox<String, String> orders = new NullMailbox<>("orders");
    private final Map<String, NullMailbox<String, String>> known = new HashMap<>(Map.of("orders", orders));

    private static void assertUnknown(MailboxResolver<String> resolver, String name) {
        assertNull(resolver.find(name));
        var refused = assertThrows(IllegalArgumentException.class, () -> resolver.resolve(name));
        assertEquals("no mailbox is known by the name " + name, refused.getMessage());
    }

    @Nested
    class ARegistry {
        private final MailboxResolver<String> registry = MailboxResolver.registry(known);

        @Test
        void knowsThoseOfItsMapAndNoOthers() {
            assertSame(orders, registry.find("orders"));
            assertSame(orders, registry.resolve("orders"));
            assertUnknown(registry, "others");
        }

        @Test
        void followsTheMap() {
            var others = new NullMailbox<String, String>("others");
            known.put("others", others);
            assertSame(others, registry.resolve("others"));
            known.remove("orders");
            assertUnknown(registry, "orders");
        }
    }

    @Nested
    class AComposite {
        private final MailboxResolver<String> composite =
                MailboxResolver.composite(known, name -> name.startsWith("reply-") ? new NullMailbox<>(name) : null);

        @Test
        void knowsThoseOfItsMapFirst() {
            assertSame(orders, composite.resolve("orders"));
            var mine = new NullMailbox<String, String>("reply-1");
            known.put("reply-1", mine);
            assertSame(mine, composite.resolve("reply-1"));
        }

        @Test
        void makesTheOthersAndKeepsNoneOfThem() {
            var made = composite.resolve("reply-1");
            assertEquals("reply-1", made.name());
            assertNotSame(made, composite.resolve("reply-1"));
            assertEquals(Map.of("orders", orders), known);
        }

        @Test
        void doesNotKnowWhatItsFactoryDoesNotMake() {
            assertUnknown(composite, "others");
        }
    }
}
