package io.hiveactor.zoo;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.ExternalSource;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** What looks like a deadlock, but something outside the hive can end it, and does. */
class NearOutsideZooTest extends Zoo {
    @Test
    void somebodyOutsideHasSaidThatHeMaySend() {
        open(Cage.ONE);
        ExternalSource source = hive().expectExternal("the world");
        actor("a", (self, ipc) -> ipc.receive(from("relay")));
        handler("relay", (self, message) -> assertEquals(NotifyStatus.SENT, self.notify(id("a"), "relayed")));

        noDeadlock();
        pass(ofDays(1));
        noDeadlock();
        fill("relay", 1);
        run();
        ended("a: relayed");
        source.close();
    }

    @Test
    void onceTheSourceIsClosedNobodyIsLeft() {
        open(Cage.ONE);
        ExternalSource source = hive().expectExternal("the world");
        actor("a", (self, ipc) -> ipc.receive(from("relay")));
        idler("relay");

        noDeadlock();
        source.close();
        deadlock(Kind.NOBODY_LEFT, "", "a waits for messages from relay");
    }

    @Test
    void anOpenInboxMaySend() {
        open(Cage.ONE);
        ExternalInbox inbox = hive().openInbox();
        actor("a", (self, ipc) -> ipc.request(id("relay"), 0, "?"));
        actor("relay", (self, ipc) -> {
            Message request = self.receive();
            var later = ipc.deferReply(request);
            self.receive();
            return later.reply("answer");
        });

        noDeadlock();
        assertEquals(NotifyStatus.SENT, inbox.notify(id("relay"), "from outside"));
        run();
        ended("a: answered", "relay: SENT");
        inbox.close();
    }

    @Test
    void anInboxDoesNotHelpThoseWhoWaitForEachOther() {
        open(Cage.ONE);
        ExternalInbox inbox = hive().openInbox();
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for the answer of a");
        inbox.close();
    }

    @Test
    void oneOfTheCycleWaitsForALatch() {
        open(Cage.ONE);
        var latch = new CountDownLatch(1);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> {
            Message request = self.receive();
            latch.await();
            return ipc.reply(request, "answer");
        });

        noDeadlock();
        latch.countDown();
        run();
        ended("a: answered", "b: SENT");
    }

    @Test
    void oneOfTheCycleWaitsForALockThatAnotherHolds() {
        open(new Cage(2, Cage.ONE.policy()));
        var lock = new ReentrantLock();
        var isHeld = new boolean[1];
        actor("holder", (self, ipc) -> {
            lock.lock();
            try {
                isHeld[0] = true;
                self.sleep(ofMillis(5));
            } finally {
                lock.unlock();
            }
            return "unlocked";
        });
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        handler("b", (self, message) -> {
            self.sleep(ofMillis(1));
            assertTrue(isHeld[0]);
            lock.lock();
            lock.unlock();
            assertEquals(ReplyStatus.SENT, self.reply(message));
        });
        pass(ofMillis(1));

        noDeadlock();
        pass(ofMillis(4));
        ended("a: answered", "holder: unlocked");
    }

    @Test
    void oneOfTheCycleSleepsAsAThread() {
        open(Cage.ONE);
        simulation().allowForeignWakes();
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        handler("b", (self, message) -> {
            Thread.sleep(20);
            assertEquals(ReplyStatus.SENT, self.reply(message));
        });

        noDeadlock();
        runUntil("a: answered");
    }

    @Test
    void oneOfTheCycleHasOffloadedItsWork() {
        open(Cage.ONE);
        simulation().allowForeignWakes();
        var latch = new CountDownLatch(1);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        handler("b", (self, message) -> {
            assertTrue(self.offload(() -> latch.await(10, TimeUnit.SECONDS)));
            assertEquals(ReplyStatus.SENT, self.reply(message));
        });

        noDeadlock();
        latch.countDown();
        runUntil("a: answered");
    }

    /** Others than the simulation's thread take part: until they have. */
    private void runUntil(String... endings) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!hasEnded() && System.nanoTime() < limit) {
            Thread.onSpinWait();
            run();
        }
        ended(endings);
    }

    @Test
    void oneOfSeveralSourcesIsAFuture() {
        open(Cage.ONE);
        var future = new CompletableFuture<String>();
        actor("a", (self, ipc) -> ipc.select(from("b"), Source.of(future)));
        actor("b", (self, ipc) -> ipc.request(id("c"), 0, "?"));
        actor("c", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        noDeadlock();
        future.complete("value");
        run();
        ended("a: ready 1", "b: CLOSED", "c: CLOSED");
    }
}
