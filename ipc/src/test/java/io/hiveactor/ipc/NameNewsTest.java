package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.testkit.TestRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Selective receives of news of names. */
class NameNewsTest {
    private final TestRuntime runtime = new TestRuntime();
    private final ActorId first = runtime.hive().spawn((Handler) (self, message) -> {}, ActorConfig.named("first"));
    private final ActorId second = runtime.hive().spawn((Handler) (self, message) -> {}, ActorConfig.named("second"));

    @AfterEach
    void nothingIsLeft() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().systemPlaces());
        assertEquals(0, runtime.hive().stats().nameWatches());
    }

    @Test
    void newsThatReplacesOneThatWasRefusedIsLookedAt() {
        MessageFilter ofSecond = MessageFilter.any().ofClass(MessageClass.NAME)
                .where(message -> message.object() instanceof NameChange change && change.actor() == second);
        var found = runtime.start(self -> {
            self.watchName("a");
            Message message = (Message) self.receive(ofSecond);
            return message.as(NameChange.class).isRegistered() + " " + self.pending();
        });
        for (int i = 0; i < 10; i++) {
            assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("a", first));
            assertTrue(runtime.hive().names().unregister("a", first));
            runtime.runUntilBlocked();
        }
        assertFalse(found.isDone());
        assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("a", second));
        runtime.runUntilBlocked();
        assertEquals("true 15", found.resultNow());
    }
}
