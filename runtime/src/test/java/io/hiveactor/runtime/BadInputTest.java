package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(30)
class BadInputTest {
    private static void assertRefused(UnaryOperator<HiveConfig.Builder> bad, String value) {
        HiveConfig.Builder builder = bad.apply(HiveConfig.builder());
        var failure = assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(String.valueOf(failure.getMessage()).contains(value), failure.getMessage());
    }

    @Test
    void aConfigurationThatMakesNoSenseIsRefusedWithItsValue() {
        assertRefused(config -> config.shards(0), "0");
        assertRefused(config -> config.shards(-3), "-3");
        assertRefused(config -> config.messages(0), "0");
        assertRefused(config -> config.messages(8).reservedMessages(8), "8");
        assertRefused(config -> config.reservedMessages(-1), "-1");
        assertRefused(config -> config.maxPayload(0), "0");
        assertRefused(config -> config.maxActors(-7), "-7");
        assertRefused(config -> config.messagesPerTurn(0), "0");
        assertRefused(config -> config.dispatchesPerTurn(0), "0");
        assertRefused(config -> config.fairness(-2), "-2");
        assertRefused(config -> config.idleSpin(Duration.ofMillis(-1)), "PT-0.001S");
        assertRefused(config -> config.stackSize(-1), "-1");
        assertRefused(config -> config.killGrace(Duration.ofSeconds(-1)), "PT-1S");
        assertRefused(config -> config.closeDeadline(Duration.ofSeconds(-1)), "PT-1S");
        assertRefused(config -> config.offloadThreads(0), "0");
    }

    private static void assertNamed(String name, Executable bad) {
        assertEquals(name, assertThrows(NullPointerException.class, bad).getMessage());
    }

    @Test
    void nullsAreRefusedAtTheEdgeByTheirName() {
        Hive hive = Hives.start();
        ActorId actor = hive.spawn((Handler) (self, message) -> {});
        assertNamed("handler", () -> hive.spawn((Handler) null));
        assertNamed("body", () -> hive.spawn((ActorBody) null));
        assertNamed("config", () -> hive.spawn((Handler) (self, message) -> {}, null));
        assertNamed("actor", () -> hive.notify(null, "x"));
        assertNamed("data", () -> hive.notify(actor, null));
        assertNamed("data", () -> hive.notify(actor, 0, null));
        assertNamed("timeout", () -> hive.send(actor, 0, "x", null));
        assertNamed("actor", () -> hive.kill(null));
        assertNamed("actor", () -> hive.isAlive(null));
        assertNamed("deadline", () -> hive.close(null));
        assertNamed("config", () -> Hive.start(null));
        assertNamed("name", () -> HiveConfig.builder().name(null).build());
        assertNamed("killGrace", () -> HiveConfig.builder().killGrace(null).build());
        assertNamed("listener", () -> HiveConfig.builder().listener(null).build());
        assertNamed("name", () -> ActorConfig.named(null));
        assertNamed("priority", () -> ActorConfig.DEFAULT.withPriority(null));
        assertNamed("init", () -> ActorConfig.DEFAULT.withInit(null));

        assertEquals(NotifyStatus.SENT, hive.notify(actor, "the hive is not closed"));
        assertEquals(1, hive.stats().actors());
        Hives.closeClean(hive);
    }

    @Test
    void anActorsNullsAreRefusedByTheirName() throws InterruptedException {
        Hive hive = Hives.start();
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                assertNamed("timeout", () -> self.receive((Duration) null));
                assertNamed("duration", () -> self.sleep(null));
                assertNamed("delay", () -> self.after(null));
                assertNamed("period", () -> self.every(null));
                assertNamed("data", () -> self.notify(self.self(), null));
                assertNamed("reason", () -> self.exit(null));
                Hives.sent(self.notify(message.sender(), "all refused"));
            });
            Hives.sent(inbox.notify(actor, "try"));
            assertTrue(inbox.receive(Duration.ofSeconds(10)) instanceof Message, "not all were refused, see the log");
        }
        Hives.closeClean(hive);
    }

    @Test
    void anotherHivesIdIsRefusedByBothNames() {
        Hive one = Hives.start(Hives.config().name("one"));
        Hive two = Hives.start(Hives.config().name("two"));
        ActorId stranger = two.spawn((Handler) (self, message) -> {}, ActorConfig.named("stranger"));
        for (Executable bad : new Executable[] {
            () -> one.notify(stranger, "x"), () -> one.kill(stranger), () -> one.isAlive(stranger),
        }) {
            String text = String.valueOf(assertThrows(IllegalArgumentException.class, bad).getMessage());
            assertTrue(text.contains("stranger") && text.contains("one") && text.contains("two"), text);
        }
        assertTrue(two.isAlive(stranger));
        Hives.closeClean(one);
        Hives.closeClean(two);
    }

    @Test
    void aContextIsItsActorsAlone() throws InterruptedException {
        Hive hive = Hives.start();
        var context = new AtomicReference<ActorContext>();
        ActorId owner = hive.spawn((self, message) -> context.set(self), ActorConfig.named("owner"));
        Hives.sent(hive.notify(owner, "give"));
        Hives.eventually("it has run", () -> context.get() != null);
        ActorContext stolen = context.get();

        for (Executable bad : new Executable[] {
            stolen::receive, stolen::self, stolen::pending, stolen::yield, () -> stolen.notify(owner, "x"),
            () -> stolen.sleep(Duration.ZERO), () -> stolen.after(Duration.ZERO), stolen::nowNanos,
            () -> stolen.exit(ExitReason.NORMAL), () -> stolen.spawn((Handler) (self, message) -> {}),
            () -> stolen.offload(() -> 1), () -> stolen.blocking(() -> 1), () -> stolen.kill(owner),
        }) {
            String text = String.valueOf(assertThrows(WrongThreadException.class, bad).getMessage());
            assertTrue(text.contains("owner"), text);
        }
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId thief = hive.spawn((self, message) -> Hives.sent(self.notify(message.sender(),
                    assertThrows(WrongThreadException.class, stolen::receive).toString())));
            Hives.sent(inbox.notify(thief, "try"));
            assertTrue(inbox.receive().as(String.class).contains("owner"));
        }
        assertTrue(hive.isAlive(owner));
        Hives.closeClean(hive);
    }
}
