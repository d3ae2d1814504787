package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoopFailuresTest {
    @Test
    void aShardOutlivesWhatFailsInItsLoopAndLosesNothingThatCameWithIt() throws InterruptedException {
        var isHeld = new CountDownLatch(1);
        var letGo = new CountDownLatch(1);
        try (Hive hive = Hives.start(Hives.config().shards(1)); ExternalInbox inbox = hive.openInbox()) {
            Shard shard = hive.shards()[0];
            ActorId echo = hive.spawn((self, message) -> Hives.sent(self.notify(message.sender(), message.object())));
            shard.push(new Command() {
                @Override
                void arrive(Shard at) {
                    isHeld.countDown();
                    while (letGo.getCount() > 0) { // so that what follows is taken in together
                        Thread.onSpinWait();
                    }
                }
            });
            isHeld.await();
            Hives.sent(inbox.notify(echo, "before"));
            for (int i = 0; i < 3; i++) {
                shard.push(new Failing());
            }
            Hives.sent(inbox.notify(echo, "behind"));
            letGo.countDown();
            assertEquals("before", inbox.receive().as(String.class));
            assertEquals("behind", inbox.receive().as(String.class));
        }
    }

    private static final class Failing extends Command {
        @Override
        void arrive(Shard at) {
            throw new IllegalStateException("on purpose");
        }
    }
}
