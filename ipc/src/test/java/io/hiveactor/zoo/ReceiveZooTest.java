package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import io.hiveactor.testkit.TestRuntime;

/** Deadlocks of those who listen to somebody in particular. */
class ReceiveZooTest extends Zoo {
    private static final MessageFilter TICKS = MessageFilter.any().ofClass(MessageClass.TIMER);

    @InCages
    void twoListenToEachOther(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.receive(from("b")));
        actor("b", (self, ipc) -> ipc.receive(from("a").tag(3)));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for messages from b", "b waits for messages from a with tag 3");
        if (!cage.isFailing()) {
            kill("a");
            deadlock(Kind.NOBODY_LEFT, "", "b waits for messages from a with tag 3, which has ended");
        }
    }

    @InCages
    void oneListensToItself(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.receive(MessageFilter.any().from(self.self())));

        deadlock(Kind.CYCLE, "a -> a", "a waits for messages from a");
        deathOf("a");
    }

    @InCages
    void oneListensToADeadOne(Cage cage) {
        open(cage);
        actor("dead", (self, ipc) -> "dead");
        actor("a", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.receive(from("dead"));
        });
        pass(ofMillis(1));

        deadlock(Kind.NOBODY_LEFT, "", "a waits for messages from dead, which has ended");
        deathOf("a", "dead: dead");
    }

    @InCages
    void oneListensToAnIdleOneWhomNobodyWillWake(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.receive(from("idle")));
        handler("idle", (self, message) -> assertEquals(NotifyStatus.SENT, self.notify(id("a"), "woken")));

        deadlock(Kind.NOBODY_LEFT, "", "a waits for messages from idle");
        if (!cage.isFailing()) {
            fill("idle", 1); // somebody from outside, who had not said that he might
            run();
            ended("a: woken");
        }
    }

    @InCages
    void aSelectOverTwoWhoAreBothStuck(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.select(from("b").tag(3), from("c")));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        actor("c", (self, ipc) -> ipc.request(id("b"), 0, "?"));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the first of [messages from b with tag 3, messages from c]",
                "b waits for the answer of a", "c waits for the answer of b");
        deathOf("a", "b: CLOSED", "c: CLOSED");
    }

    @InCages
    void aSelectOverAnOpenRequestAndAFilter(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            var answer = (PendingReply) ipc.startRequest(id("b"), 0, "?");
            return ipc.select(answer, from("c"));
        });
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        idler("c");

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the first of [the answer of b, messages from c]",
                "b waits for the answer of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void aFilterForTicksWithoutATimer(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            self.cancel(self.every(ofMillis(100)));
            return ipc.receive(TICKS);
        });

        deadlock(Kind.NOBODY_LEFT, "", "a waits for a tick of its own timers");
        deathOf("a");
    }

    @InCages
    void aTimerThatFindsNoSlotForItsTick(Cage cage) {
        open(cage, TestRuntime.config().messages(2).reservedMessages(0));
        actor("a", (self, ipc) -> {
            self.after(ofMillis(1));
            return ipc.receive(TICKS);
        });
        fill("a", 2);

        deadlock(Kind.NOBODY_LEFT, "", "a waits for a tick of its own timers");
        deathOf("a");
    }

    @InCages
    void aTimerThatTheFilterDoesNotHear(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            self.every(ofMillis(100));
            return ipc.receive(from("b").tag(3));
        });
        actor("b", (self, ipc) -> ipc.receive(from("a")));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for messages from b with tag 3", "b waits for messages from a");
    }

    @InCages
    void onesPlainReceiveIsForNewsOfSomebodyAsItHasSaid(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            self.expect(id("b"));
            return self.receive();
        });
        actor("b", (self, ipc) -> ipc.receive(from("a")));

        if (cage.isFailing()) {
            run(); // of the two only the receive from one sender can fail; then a waits for a dead one, and cannot
            ended("b: DEADLOCK");
        } else {
            deadlock(Kind.CYCLE, "a -> b -> a", "a waits for news of b", "b waits for messages from a");
            fill("a", 1);
            run();
            ended("a: filler");
        }
    }
}
