package io.hiveactor.zoo;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** What looks like a cycle, or like nobody being left, and is none: each goes on. */
class NearCycleZooTest extends Zoo {
    private static final MessageFilter TICKS = MessageFilter.any().ofClass(MessageClass.TIMER);

    @Test
    void oneOfTwoWhoAskEachOtherHasATimeout() {
        open(Cage.ONE);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?", Duration.ofMillis(100)));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        noDeadlock("a", "b");
        pass(ofMillis(100));
        ended("a: TIMEOUT", "b: CLOSED");
    }

    @Test
    void aDeadlineInTheFarFutureIsADeadline() {
        open(new Cage(3, Cage.ONE.policy()));
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.send(id("c"), 0, "!", ofDays(3650)));
        actor("c", limited(1), (self, ipc) -> ipc.request(id("a"), 0, "?"));
        fill("c", 1);

        noDeadlock("a", "b", "c");
        pass(ofDays(3650));
        ended("a: CLOSED", "b: TIMEOUT", "c: CLOSED");
    }

    @Test
    void aTimeoutOfAPendingRequestEndsASelect() {
        open(Cage.ONE);
        actor("a", (self, ipc) -> {
            var answer = (PendingReply) ipc.startRequest(id("b"), 0, "?", Duration.ofMillis(100));
            return ipc.select(answer, from("b").tag(3));
        });
        actor("b", (self, ipc) -> ipc.receive(from("a").tag(3), Duration.ofMillis(200)));

        noDeadlock("a", "b");
        pass(ofMillis(200));
        ended("a: ready 0", "b: TIMEOUT");
    }

    @Test
    void aTimerThatIsHeard() {
        open(Cage.ONE);
        actor("a", (self, ipc) -> {
            self.after(ofMillis(5));
            var selected = ipc.select(from("b"), TICKS);
            assertEquals(NotifyStatus.SENT, self.notify(id("b"), "go on"));
            return selected;
        });
        actor("b", (self, ipc) -> ipc.receive(from("a")));

        noDeadlock();
        pass(ofMillis(5));
        ended("a: received 1", "b: go on");
    }

    @Test
    void oneOfTheCycleSleeps() {
        open(new Cage(2, Cage.ONE.policy()));
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> {
            Message request = self.receive();
            self.sleep(ofMillis(5));
            assertEquals(ReplyStatus.SENT, ipc.reply(request));
            return ipc.receive(from("a"), Duration.ofMillis(5));
        });

        noDeadlock();
        pass(ofMillis(10));
        ended("a: answered", "b: TIMEOUT");
    }

    @Test
    void theRightToAnswerWasPassedOnToSomebodyWhoSleeps() {
        open(new Cage(3, Cage.ONE.policy()));
        actor("a", (self, ipc) -> {
            boolean isAnswered = ipc.request(id("b"), 0, "?") instanceof Reply;
            return isAnswered ? ipc.reply(self.receive(), "answer") : "not answered";
        });
        actor("b", (self, ipc) -> {
            assertEquals(NotifyStatus.SENT, ipc.forward(self.receive(), id("c")));
            return ipc.request(id("a"), 0, "?");
        });
        actor("c", (self, ipc) -> {
            Message request = self.receive();
            self.sleep(ofMillis(5));
            return ipc.reply(request, "answer");
        });

        noDeadlock();
        pass(ofMillis(5));
        ended("a: SENT", "b: answered", "c: SENT");
    }

    @Test
    void idleServersAlone() {
        open(new Cage(2, Cage.ONE.policy()));
        idler("handler");
        actor("loop", (self, ipc) -> self.receive());
        pass(Duration.ofDays(1));

        noDeadlock();
        fill("loop", 1);
        run();
        ended("loop: filler");
    }

    @Test
    void aFilterThatAnybodyCanMeet() {
        open(Cage.ONE);
        actor("a", (self, ipc) -> ipc.receive(MessageFilter.any().tag(99)));
        actor("b", (self, ipc) -> ipc.select(from("a").tag(99), MessageFilter.any().ofClass(MessageClass.NOTIFY)));

        noDeadlock();
        fill("a", 1);
        fill("b", 1);
        run();
        ended("a: filler", "b: received 1");
    }

    @Test
    void theNewsOfAnEndIsStillToCome() {
        open(Cage.ONE);
        var gate = new Semaphore(0);
        actor("a", (self, ipc) -> {
            assertTrue(self.monitor(id("b")) instanceof Monitor);
            return ipc.receive(from("b")) instanceof Message exit && exit.object() instanceof ActorExit;
        });
        actor("b", (self, ipc) -> {
            gate.acquireUninterruptibly();
            return "too late";
        });
        run();
        hive().kill(id("b"));
        noDeadlock();

        pass(ofMillis(999));
        noDeadlock();
        pass(ofMillis(1));
        ended("a: true");
        gate.release();
    }
}
