package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.diagnosis.Deadlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** What looks like a starved pool or mailbox, and is none: each goes on. */
class NearPoolZooTest extends Zoo {
    @Test
    void aSleeperHoldsASlotThatItWillRead() {
        open(Cage.ONE, 2);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", (self, ipc) -> {
            self.sleep(ofMillis(1)); // so that it is the second in line
            return ipc.send(id("a"), 0, "!");
        });
        actor("sleeper", (self, ipc) -> {
            self.sleep(ofMillis(5));
            return self.receive();
        });
        fill("a", 1);
        fill("sleeper", 1);
        pass(ofMillis(1));

        noDeadlock();
        ended();
        pass(ofMillis(4));
        ended("a: SENT", "b: CLOSED", "sleeper: filler");
    }

    @Test
    void oneOfThoseInTheLineHasATimeout() {
        open(new Cage(2, Cage.ONE.policy()), 2);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!", Duration.ofMillis(100)));
        actor("b", (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 1);
        fill("b", 1);

        noDeadlock("a", "b");
        pass(ofMillis(100));
        ended("a: TIMEOUT", "b: CLOSED");
    }

    @Test
    void atNoMomentBetweenTheGrantOfASlotAndItsUseIsAnybodyStuck() {
        open(new Cage(3, Cage.ONE.policy()), 3);
        List<Deadlock> seen = new ArrayList<>();
        actor("a", (self, ipc) -> ipc.send(id("reader"), 0, "!"));
        actor("b", (self, ipc) -> ipc.send(id("reader"), 0, "!"));
        actor("c", (self, ipc) -> ipc.request(id("reader"), 0, "?"));
        actor("reader", (self, ipc) -> {
            self.sleep(ofMillis(1));
            ReplyStatus replied = ReplyStatus.NOT_WAITING;
            for (int i = 0; i < 6; i++) {
                Message message = self.receive();
                replied = message.messageClass() == MessageClass.REQUEST ? ipc.reply(message) : replied;
            }
            return replied;
        });
        fill("reader", 3);
        simulation().afterEachStep(() -> seen.addAll(hive().diagnose().deadlocks()));

        noDeadlock();
        pass(ofMillis(1));
        ended("a: SENT", "b: SENT", "c: answered", "reader: SENT");
        assertEquals(List.of(), seen);
    }

    @Test
    void aZombieHoldsTheSlotOfTheMessageItReads() {
        open(Cage.ONE, 2);
        var gate = new Semaphore(0);
        actor("zombie", (self, ipc) -> {
            self.receive();
            gate.acquireUninterruptibly();
            return "too late";
        });
        actor("a", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("idler"), 0, "!");
        });
        idler("idler");
        fill("zombie", 1);
        fill("a", 1);
        pass(ofMillis(1));
        hive().kill(id("zombie"));
        pass(ofSeconds(2));
        assertEquals(1, hive().stats().zombies());

        noDeadlock();
        ended();
        gate.release();
        run();
        ended("a: SENT", "zombie: too late");
    }

    @Test
    void aReservedSlotIsThereForATick() {
        open(Cage.ONE, 2);
        actor("a", (self, ipc) -> {
            self.after(ofMillis(5));
            return ipc.select(from("b"), MessageFilter.any().ofClass(MessageClass.TIMER));
        });
        actor("b", (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 1);
        fill("b", 1);

        noDeadlock();
        ended();
        pass(ofMillis(5));
        ended("a: received 1", "b: CLOSED");
    }

    @Test
    void whoHasRoomReservedHasADeadline() {
        open(Cage.ONE, 3);
        actor("first", (self, ipc) -> ipc.send(id("target"), 0, "!", Duration.ofMillis(100)));
        actor("second", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("target"), 0, "!", Duration.ofMillis(200));
        });
        actor("target", limited(1), (self, ipc) -> ipc.receive(MessageFilter.any().tag(7)));
        fill("first", 2);
        fill("second", 1);
        pass(ofMillis(1));

        noDeadlock("first", "second");
        pass(ofMillis(99));
        ended("first: TIMEOUT", "second: SENT");
    }

    @Test
    void roomIsLeftByAHolderWithADeadlineForOneWithout() {
        open(Cage.ONE, 3);
        actor("first", (self, ipc) -> ipc.send(id("target"), 0, "!", Duration.ofMillis(100)));
        actor("second", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("target"), 0, "!");
        });
        actor("target", limited(1), (self, ipc) -> ipc.receive(MessageFilter.any().tag(7)));
        fill("first", 2);
        fill("second", 1);
        pass(ofMillis(1));

        noDeadlock("first", "second");
        pass(ofMillis(99));
        ended("first: TIMEOUT", "second: SENT");
    }

    @Test
    void aLiveOneHasTheTwoSlotsThatARequestWants() {
        open(new Cage(2, Cage.ONE.policy()), 5);
        actor("a", (self, ipc) -> ipc.request(id("server"), 0, "?"));
        actor("server", (self, ipc) -> {
            self.sleep(ofMillis(5));
            self.receive();
            self.receive();
            return ipc.reply(self.receive(), "answer");
        });
        fill("a", 2);
        fill("server", 2);

        noDeadlock();
        ended();
        pass(ofMillis(5));
        ended("a: answered", "server: SENT");
    }

    @Test
    void theOwnerOfAFullMailboxIsParkedOutside() {
        open(Cage.ONE);
        var latch = new CountDownLatch(1);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", limited(1), (self, ipc) -> {
            latch.await();
            self.receive();
            return self.receive();
        });
        fill("b", 1);

        noDeadlock();
        latch.countDown();
        run();
        ended("a: SENT", "b: !");
    }
}
