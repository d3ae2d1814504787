package io.hiveactor.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.Undelivered;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request that is on its way between two shards when its target ends. */
@Tag("threads") // and not simulated
@Timeout(60)
class RequestInFlightTest {
    @Test
    void theEndOfTheTargetEndsARequestThatHasNotArrived() throws Exception {
        var undelivered = new CompletableFuture<Undelivered.Reason>();
        var listener = new HiveListener() {
            @Override
            public void onUndelivered(Undelivered message) {
                undelivered.complete(message.reason());
            }
        };
        try (Hive hive = Hive.start(HiveConfig.builder().name("in-flight").shards(2).listener(listener).build())) {
            ActorId target = hive.spawn((self, message) -> {}, ActorConfig.named("target").onShard(1));
            var isHeld = new CountDownLatch(1);
            var isAsked = new CountDownLatch(1);
            ActorId holder = hive.spawn((self, message) -> {
                isHeld.countDown();
                while (isAsked.getCount() > 0) { // so the shard takes in nothing
                    Thread.onSpinWait();
                }
                self.kill(target);
            }, ActorConfig.named("holder").onShard(1));
            assertEquals(NotifyStatus.SENT, hive.notify(holder, "hold the shard"));
            assertTrue(isHeld.await(20, TimeUnit.SECONDS));

            var answer = new CompletableFuture<RequestResult<Message>>();
            hive.spawn((ActorBody) self -> {
                var pending = (PendingReply<Message>) self.startRequest(target, 0, "q", Duration.ofSeconds(50));
                isAsked.countDown();
                answer.complete(pending.await());
            }, ActorConfig.named("asker").onShard(0));

            var none = assertInstanceOf(NoReply.class, answer.get(40, TimeUnit.SECONDS));
            assertEquals(NoReply.Reason.CLOSED, none.reason());
            assertEquals(Undelivered.Reason.NO_RECEIVER, undelivered.get(20, TimeUnit.SECONDS));
        }
    }
}
