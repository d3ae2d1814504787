package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoMatch;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.diagnosis.Activity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Under policy FAIL the wait that closed a deadlock ends as DEADLOCK, and its actor gives way. */
class FailZooTest extends Zoo {
    private void open(int shards) {
        open(new Cage(shards, DeadlockPolicy.FAIL));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRequestFailsAndItsActorAnswersTheOther(int shards) {
        open(shards);
        actor("first", (self, ipc) -> ipc.request(id("last"), 0, "?"));
        actor("last", (self, ipc) -> {
            self.sleep(ofMillis(1));
            var none = (NoReply) ipc.request(id("first"), 0, "?");
            assertEquals(NoReply.Reason.DEADLOCK, none.reason());
            assertEquals(Activity.REQUESTING, none.target().state());
            return ipc.reply(self.receive(), "answer");
        });
        pass(ofMillis(1));

        ended("first: answered", "last: SENT");
        assertEquals(1, told().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSendFailsAndItsActorReadsItsMailbox(int shards) {
        open(shards);
        actor("first", limited(1), (self, ipc) -> ipc.send(id("last"), 0, "!"));
        actor("last", limited(1), (self, ipc) -> {
            self.sleep(ofMillis(1));
            assertEquals(SendStatus.DEADLOCK, ipc.send(id("first"), 0, "!"));
            self.receive();
            return self.receive();
        });
        fill("first", 1);
        fill("last", 1);
        pass(ofMillis(1));

        ended("first: SENT", "last: !");
        assertEquals(1, told().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSendForASlotFailsAndItsActorReadsItsMailbox(int shards) {
        open(new Cage(shards, DeadlockPolicy.FAIL), 2);
        actor("first", (self, ipc) -> ipc.send(id("last"), 0, "!"));
        actor("last", (self, ipc) -> {
            self.sleep(ofMillis(1));
            assertEquals(SendStatus.DEADLOCK, ipc.send(id("first"), 0, "!"));
            self.receive();
            return self.receive(ofMillis(10)) instanceof Message message ? message.object() : "nothing";
        });
        fill("first", 1);
        fill("last", 1);
        pass(ofMillis(11));

        ended("first: CLOSED", "last: nothing");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReceiveFailsAndItsActorSendsWhatTheOtherWaitsFor(int shards) {
        open(shards);
        actor("first", (self, ipc) -> ipc.receive(from("last")));
        actor("last", (self, ipc) -> {
            self.sleep(ofMillis(1));
            assertEquals(NoMatch.DEADLOCK, ipc.receive(from("first")));
            return ipc.send(id("first"), 0, "sorry");
        });
        pass(ofMillis(1));

        ended("first: sorry", "last: SENT");
        assertEquals(1, told().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSelectFailsAndItsActorSendsWhatTheOtherWaitsFor(int shards) {
        open(shards);
        actor("first", (self, ipc) -> ipc.receive(from("last")));
        actor("last", (self, ipc) -> {
            self.sleep(ofMillis(1));
            assertEquals(SelectResult.Nothing.DEADLOCK, ipc.select(from("first"), from("idle")));
            return ipc.send(id("first"), 0, "sorry");
        });
        idler("idle");
        pass(ofMillis(1));

        ended("first: sorry", "last: SENT");
        assertEquals(1, told().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoFallsIntoTheSameTrapAgainIsFailedAgain(int shards) {
        open(shards);
        actor("first", (self, ipc) -> ipc.request(id("last"), 0, "?"));
        actor("last", (self, ipc) -> {
            self.sleep(ofMillis(1));
            int failures = 0;
            while (failures < 3 && ipc.request(id("first"), 0, "?") instanceof NoReply) {
                failures++;
            }
            return failures;
        });
        pass(ofMillis(1));

        ended("first: CLOSED", "last: 3");
        assertEquals(1, told().size()); // the first has not moved: it is still the same deadlock
    }

    /** Both who expect each other are stuck, and neither can be ended; the third meets them on its way, and hears its tick. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoCanGoOnIsNotEndedForTheDeadlockOfOthers(int shards) {
        open(shards);
        actor("romeo", (self, ipc) -> {
            self.expect(id("juliet"));
            return self.receive();
        });
        actor("juliet", (self, ipc) -> {
            self.expect(id("romeo"));
            return self.receive();
        });
        actor("third", (self, ipc) -> {
            self.sleep(ofMillis(1));
            self.after(ofMillis(5));
            return ipc.select(from("third"), from("romeo")) instanceof SelectResult.Received received
                    ? received.message().messageClass() : "ended";
        });
        pass(ofMillis(10));

        ended("third: TIMER");
        assertEquals(1, told().size());
    }
}
