package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How an actor without a name is called in logs and reports. */
@Timeout(60)
class LabelTest {
    private final Hive hive = Hives.start(Hives.config().maxActors(4));

    private static final class Worker implements Handler {
        @Override
        public void onMessage(ActorContext self, Message message) {}
    }

    @AfterEach
    void close() {
        Hives.closeClean(hive);
    }

    @Test
    void anActorWithoutANameIsNamedAfterItsClass() {
        ActorId worker = hive.spawn(new Worker());
        ActorId lambda = hive.spawn((ActorBody) ActorContext::receive);
        ActorId anonymous = hive.spawn(new Handler() {
            @Override
            public void onMessage(ActorContext self, Message message) {}
        });
        ActorId named = hive.spawn(new Worker(), ActorConfig.named("mine"));

        assertEquals("Worker#" + worker.number(), worker.toString());
        assertEquals("LabelTest.lambda#" + lambda.number(), lambda.toString());
        assertEquals("LabelTest$1#" + anonymous.number(), anonymous.toString());
        assertEquals("mine#" + named.number(), named.toString());
        assertEquals("", worker.name(), "it has no name that others could look up");
        assertEquals("Worker", ActorViews.identity(worker).name());
    }

    @Test
    void aHiveThatIsFullNamesTheSetting() {
        for (int i = 0; i < 4; i++) {
            hive.spawn(new Worker());
        }
        var refusal = assertThrows(IllegalStateException.class, () -> hive.spawn(new Worker()));
        assertTrue(String.valueOf(refusal.getMessage()).endsWith("has 4 actors, the maximum of HiveConfig.maxActors"),
                refusal.getMessage());
    }
}
