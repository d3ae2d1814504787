package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A slot in a shard's cache may keep its last message's object, but not once the shard rests or gives the slot back. */
@Timeout(30)
class ForgottenObjectsTest {
    private static final int MESSAGES = 200; // more than a cache keeps

    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final PhantomReference<?>[] sent = new PhantomReference<?>[MESSAGES];

    @Test
    void aShardThatRestsKeepsNoObjectOfAMessageThatWasRead() throws InterruptedException {
        try (Hive hive = Hives.start(Hives.config().shards(1)); ExternalInbox inbox = hive.openInbox()) {
            ActorId reader = hive.spawn((self, message) -> {});
            ActorId sender = hive.spawn((self, go) -> {
                for (int i = 0; i < MESSAGES; i++) {
                    Hives.sent(self.notify(reader, 0, tracked(i)));
                }
                Hives.sent(self.notify(go.sender(), 0, "done"));
            });
            Hives.sent(inbox.notify(sender, 0, "go"));
            assertEquals("done", inbox.receive().as(String.class));
            for (int gone = 0; gone < MESSAGES; gone += countCollected()) {
                System.gc();
            }
        }
    }

    private Object tracked(int number) {
        var object = new Object();
        sent[number] = new PhantomReference<>(object, collected);
        return object;
    }

    /** The test's time limit ends it if something is never collected. */
    private int countCollected() throws InterruptedException {
        int count = 0;
        while (collected.remove(count == 0 ? 100 : 1) != null) {
            count++;
        }
        return count;
    }
}
