package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;

import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;

/** Deadlocks of those who wait for room in a limited mailbox. */
class MailboxZooTest extends Zoo {
    @InCages
    void twoSendToEachOthersFullMailboxes(Cage cage) {
        open(cage);
        actor("a", limited(1), (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", limited(1), (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 1);
        fill("b", 1);

        deadlock(Kind.CYCLE, "a -> b -> a",
                "a waits for room in the mailbox of b", "b waits for room in the mailbox of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void threeSendInARing(Cage cage) {
        open(cage);
        actor("a", limited(2), (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", limited(2), (self, ipc) -> ipc.send(id("c"), 0, "!"));
        actor("c", limited(2), (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 2);
        fill("b", 2);
        fill("c", 2);

        deadlock(Kind.CYCLE, "a -> b -> c -> a", "a waits for room in the mailbox of b",
                "b waits for room in the mailbox of c", "c waits for room in the mailbox of a");
        deathOf("a", "b: CLOSED", "c: CLOSED");
    }

    @InCages
    void oneSendsToItselfWithAFullMailbox(Cage cage) {
        open(cage);
        actor("a", limited(1), (self, ipc) -> ipc.send(self.self(), 0, "!"));
        fill("a", 1);

        deadlock(Kind.CYCLE, "a -> a", "a waits for room in the mailbox of a");
        deathOf("a");
    }

    @InCages
    void theReceiverListensToItsSenderAlone(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("b", limited(1), (self, ipc) -> ipc.receive(from("a")));
        fill("b", 1);

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for room in the mailbox of b", "b waits for messages from a");
        deathOf("b", "a: CLOSED");
    }

    @InCages
    void othersOfAnyPriorityStandInTheSameLine(Cage cage) {
        open(cage);
        actor("low", PLAIN.withPriority(Priority.LOW), (self, ipc) -> ipc.send(id("b"), 0, "!"));
        actor("high", PLAIN.withPriority(Priority.HIGH), (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("a", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("b"), 0, "!");
        });
        actor("b", limited(1), (self, ipc) -> {
            self.sleep(ofMillis(2));
            return ipc.request(id("a"), 0, "?");
        });
        fill("b", 1);
        noDeadlock();

        pass(ofMillis(2));
        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for room in the mailbox of b", "b waits for the answer of a",
                "high waits for room in the mailbox of b", "low waits for room in the mailbox of b");
        deathOf("a", "b: CLOSED", "high: CLOSED", "low: CLOSED");
    }

    @InCages
    void aTimerIsOfNoUseToWhoSends(Cage cage) {
        open(cage);
        actor("a", limited(1), (self, ipc) -> {
            self.every(ofMillis(100));
            return ipc.send(id("b"), 0, "!");
        });
        actor("b", limited(1), (self, ipc) -> ipc.request(id("a"), 0, "?"));
        fill("a", 1);
        fill("b", 1);

        deadlock(Kind.CYCLE, "a -> b -> a",
                "a waits for room in the mailbox of b", "b waits for room in the mailbox of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void whoIsIdleAndFullOfWhatItDoesNotWant(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.send(id("picky"), 0, "!"));
        actor("picky", limited(1), (self, ipc) -> ipc.receive(MessageFilter.any().tag(7)));
        fill("picky", 1);

        deadlock(Kind.NOBODY_LEFT, "", "a waits for room in the mailbox of picky");
        deathOf("picky", "a: CLOSED");
    }
}
