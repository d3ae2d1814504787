package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlocks of those who wait for slots that will never be free. */
class PoolZooTest extends Zoo {
    @InCages
    void allSlotsAreInTheMailboxesOfThoseWhoWaitForOne(Cage cage) {
        open(cage, 4);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 2);
        fill("b", 2);

        Deadlock found = deadlock(Kind.STARVED_POOL, "", "a waits for a slot of the message pool, to send to b",
                "b waits for a slot of the message pool, to send to a");
        assertEquals(4, found.slots());
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void threeStarveTogether(Cage cage) {
        open(cage, 3);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", (self, ipc) -> ipc.send(id("c"), 0, "!"));
        actor("c", (self, ipc) -> {
            var sent = ipc.send(id("a"), 0, "!");
            self.sleep(ofMillis(1));
            return sent;
        });
        fill("a", 1);
        fill("b", 1);
        fill("c", 1);

        deadlock(Kind.STARVED_POOL, "", "a waits for a slot of the message pool, to send to b",
                "b waits for a slot of the message pool, to send to c",
                "c waits for a slot of the message pool, to send to a");
        deathOf("a", "b: SENT", "c: CLOSED");
    }

    @InCages
    void aRequestWantsTwoSlotsAndOneIsFree(Cage cage) {
        open(cage, 4);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        handler("b", (self, message) -> {});
        fill("a", 3);

        Deadlock found = deadlock(Kind.STARVED_POOL, "", "a waits for 2 slots of the message pool, to send to b");
        assertEquals(3, found.slots());
        deathOf("a");
    }

    @InCages
    void whoComesLaterWaitsBehindTheRequestThoughOneSlotIsFree(Cage cage) {
        open(cage, 5);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("late", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("b"), 0, "!");
        });
        idler("b");
        fill("a", 3);
        fill("late", 1);
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.STARVED_POOL, "", "a waits for 2 slots of the message pool, to send to b",
                "late waits for a slot of the message pool, to send to b");
        deathOf("a", "late: SENT");
    }

    @InCages
    void roomIsReservedBySomebodyWhoStarves(Cage cage) {
        open(cage, 2);
        actor("first", (self, ipc) -> ipc.send(id("target"), 0, "!"));
        actor("second", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("target"), 0, "!");
        });
        actor("target", limited(1), (self, ipc) -> ipc.receive(MessageFilter.any().tag(7)));
        fill("first", 1);
        fill("second", 1);
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.STARVED_POOL, "", "first waits for a slot of the message pool, to send to target",
                "second waits for room in the mailbox of target");
        deathOf("first", "second: SENT");
    }

    @InCages
    void aHighPriorityIsOfNoUse(Cage cage) {
        open(cage, 2);
        actor("low", PLAIN.withPriority(Priority.LOW), (self, ipc) -> ipc.send(id("high"), 0, "!"));
        actor("high", PLAIN.withPriority(Priority.CRITICAL), (self, ipc) -> ipc.send(id("low"), 0, "!"));
        fill("low", 1);
        fill("high", 1);

        deadlock(Kind.STARVED_POOL, "", "high waits for a slot of the message pool, to send to low",
                "low waits for a slot of the message pool, to send to high");
        deathOf("high", "low: CLOSED");
    }

    @InCages
    void slotsAreHoardedBySomebodyWhoWaitsForAnotherMessage(Cage cage) {
        open(cage, 3);
        actor("picky", (self, ipc) -> ipc.receive(MessageFilter.any().tag(7)));
        actor("a", (self, ipc) -> ipc.send(id("picky"), 7, "!"));
        fill("picky", 3);

        Deadlock found = deadlock(Kind.STARVED_POOL, "", "a waits for a slot of the message pool, to send to picky");
        if (!cage.isFailing()) {
            assertEquals("picky", found.holders().getFirst().identity().name());
        }
        assertEquals(3, found.slots());
        deathOf("picky", "a: CLOSED");
    }

    @InCages
    void aStarvedOneInTheMiddleOfARing(Cage cage) {
        open(cage, 4);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("a"), 0, "!");
        });
        fill("b", 2);
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.STARVED_POOL, "", "a waits for the answer of b",
                "b waits for a slot of the message pool, to send to a");
        deathOf("a", "b: CLOSED");
    }

    /** The one slot that will be free goes to the first in the line, and on to somebody who will never read it. */
    @Test
    void theLastSlotIsLostToOneWhoIsStuck() {
        open(Cage.ONE, 5);
        actor("s", (self, ipc) -> {
            RequestResult<Message> answer = ipc.request(id("t"), 0, "?");
            self.sleep(ofMillis(1)); // so that it lives when its slots are free again
            return answer;
        });
        actor("t", (self, ipc) -> ipc.request(id("s"), 0, "?"));
        actor("sleeper", (self, ipc) -> {
            self.sleep(ofMillis(5));
            return self.receive();
        });
        actor("first", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("s"), 0, "!");
        });
        actor("second", (self, ipc) -> {
            self.sleep(ofMillis(2));
            return ipc.send(id("s"), 0, "!");
        });
        fill("sleeper", 1);
        pass(ofMillis(2));

        assertEquals(List.of("s", "second", "t"), hive().diagnose().deadlocks().stream()
                .flatMap(each -> each.members().stream()).map(each -> each.identity().name()).sorted().toList());
        pass(ofMillis(3));
        ended("first: SENT", "sleeper: filler");
        kill("t");
        pass(ofMillis(1));
        ended("first: SENT", "s: CLOSED", "second: SENT", "sleeper: filler");
    }
}
