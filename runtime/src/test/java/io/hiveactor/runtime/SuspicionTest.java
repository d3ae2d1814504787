package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.port.ActorPort;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What seems to close a cycle, on one shard, and does not. */
@Timeout(60)
class SuspicionTest {
    private final Told told = new Told();

    /**
     * Room that was given back at the end of a stack is owed to the sender that waits for it: it has not been woken when the
     * one who gave it back begins to wait for that very sender.
     */
    @Test
    void aSenderToWhomRoomIsOwedIsNotStuck() throws Exception {
        var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofHours(1)).withPolicy(DeadlockPolicy.FAIL);
        try (Hive hive = Hives.start(Hives.config().shards(1).watch(watch).listener(told))) {
            Shard shard = hive.shards()[0];
            var senderId = new CompletableFuture<ActorId>();
            var isFull = new CompletableFuture<Boolean>();
            var isWaiting = new AtomicBoolean();
            var heard = new CompletableFuture<Message>();
            ActorId reader = hive.spawn((ActorBody) self -> {
                MailboxRoom room = self.self().recipient.room;
                assertNotNull(room);
                isFull.complete(room.tryReserve());
                while (!isWaiting.get()) {
                    self.yield();
                }
                ActorPort port = Ports.port(self);
                MessageFilter ofSender = MessageFilter.any().from(senderId.get());
                assertNull(port.receive(ofSender, port.deadlineIn(1))); // so that all classes are there
                shard.owesRoom = room.giveBack(); // as at the end of a stack, see Shard.roomFreed
                heard.complete(port.receive(ofSender, ActorPort.NEVER));
            }, Ports.on("reader", 0).withLimit(MailboxLimit.blockSender(1)));
            assertTrue(isFull.get(10, TimeUnit.SECONDS));
            senderId.complete(Ports.spawn(hive, "sender", 0, self -> assertEquals(SendStatus.SENT,
                    Ports.port(self).send(reader, 0, "at last", MemorySegment.NULL, ActorPort.NEVER))));
            Hives.eventually("the sender waits", () -> hive.snapshot().oldestWaiters(1).size() == 1);
            isWaiting.set(true);

            assertNotNull(heard.get(10, TimeUnit.SECONDS), "its wait was ended");
        }
        assertEquals(0, told.deadlocks.size());
    }

    /**
     * Two who begin to wait for each other at the same moment, on different shards, may each see that the other one runs.
     * Here the other one's wait is seen only after the first has looked, and before its shard looks once more.
     */
    @Test
    void whoSeemedToRunOnAnotherShardIsLookedAtOnceMore() throws Exception {
        var watch = WatchConfig.DEFAULT.withPeriod(Duration.ofHours(1)).withHandlerLimit(Duration.ZERO);
        var goOn = new AtomicBoolean();
        try (Hive hive = Hives.start(Hives.config().watch(watch).listener(told))) {
            var runs = new CompletableFuture<Boolean>();
            ActorId other = Ports.spawn(hive, "other", 1, self -> {
                runs.complete(true);
                Ports.spinUntil(goOn::get, Duration.ofSeconds(20));
            });
            assertTrue(runs.get(10, TimeUnit.SECONDS));
            Actor seen = (Actor) Objects.requireNonNull(other.recipient);
            ActorId between = hive.spawn((Handler) (self, message) -> seen.state = ActorState.SELECTING, Ports.on("between", 0));
            Ports.spawn(hive, "first", 0, self -> {
                ActorPort port = Ports.port(self);
                MessageFilter ofOther = MessageFilter.any().from(other);
                assertNull(port.receive(ofOther, port.deadlineIn(1))); // so that all classes are there
                Hives.sent(self.notify(between, "now")); // it runs when the first one waits
                assertNull(port.receive(ofOther, ActorPort.NEVER));
            });
            Shard held = hive.shards()[1];
            Hives.eventually("the watchdog asks the shard, which does not answer", () -> held.unwantedSurveys.get() > 0);

            seen.state = ActorState.RUNNING;
            goOn.set(true);
            Hives.eventually("it has ended", () -> !hive.isAlive(other));
        } finally {
            goOn.set(true);
        }
    }
}
