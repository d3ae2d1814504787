package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An exception that fails when it is asked for its message ends the actor that threw it, and nobody else. */
@Timeout(30)
class UnspeakableTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new AssertionError("do not ask");
        }
    }

    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("InfiniteRecursion") // the subject
        public String getMessage() {
            return getMessage() + ", and so on";
        }
    }

    private static void assertGoesOn(Hive hive) throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId echo = hive.spawn((Handler) (self, message) ->
                    assertEquals(NotifyStatus.SENT, self.notify(message.sender(), "still here")));
            assertEquals(NotifyStatus.SENT, inbox.notify(echo, "there?"));
            assertEquals("still here", assertInstanceOf(Message.class, inbox.receive(LONG)).object());
        }
    }

    @Test
    void itsShardGoesOn() throws InterruptedException {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            hive.spawn((ActorBody) self -> {
                throw new Unspeakable();
            });
            assertGoesOn(hive);
            hive.spawn((ActorBody) self -> {
                throw new Endless();
            });
            assertGoesOn(hive);
            Hives.eventually("all have ended but the two echoes", () -> hive.stats().actors() == 2);
        }
    }

    @Test
    void itsSupervisorStartsItAgain() throws InterruptedException {
        var starts = new AtomicInteger();
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            ActorId root = Supervisor.start(hive, SupervisorSpec.of(Strategy.ONE_FOR_ONE,
                    ChildSpec.body("child", (self, siblings) -> {
                        if (starts.incrementAndGet() == 1) {
                            throw new Unspeakable();
                        }
                        self.receive();
                    })));
            Hives.eventually("started twice", () -> starts.get() == 2);
            assertTrue(hive.isAlive(root));
            assertGoesOn(hive);
        }
    }

    @Test
    void itsListenerToo() throws InterruptedException {
        var listener = new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                throw new Unspeakable();
            }
        };
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).listener(listener).build())) {
            hive.spawn((ActorBody) self -> {
                throw new Unspeakable();
            });
            assertGoesOn(hive);
        }
    }
}
