package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import org.junit.jupiter.api.Test;

/** Deadlocks of those who ask. */
class RequestZooTest extends Zoo {
    @InCages
    void twoAskEachOther(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for the answer of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void threeAskInARing(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("c"), 0, "?"));
        actor("c", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        deadlock(Kind.CYCLE, "a -> b -> c -> a", "a waits for the answer of b", "b waits for the answer of c",
                "c waits for the answer of a");
        deathOf("c", "a: CLOSED", "b: CLOSED");
    }

    @InCages
    void aChainIsStuckBehindACycle(Cage cage) {
        open(cage);
        actor("d", (self, ipc) -> ipc.request(id("c"), 0, "?"));
        actor("c", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        actor("a", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.request(id("b"), 0, "?");
        });
        actor("b", (self, ipc) -> {
            self.sleep(ofMillis(2));
            return ipc.request(id("a"), 0, "?");
        });
        noDeadlock();

        pass(ofMillis(2));
        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for the answer of a",
                "c waits for the answer of a", "d waits for the answer of c");
        deathOf("b", "a: CLOSED", "c: CLOSED", "d: CLOSED");
    }

    @InCages
    void theEdgeOfAForwardedRequestPointsAtWhoHasItNow(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        handler("b", (self, message) -> assertEquals(NotifyStatus.SENT, self.forward(message, id("c"))));
        actor("c", (self, ipc) -> {
            self.receive();
            return ipc.request(id("a"), 0, "?");
        });

        deadlock(Kind.CYCLE, "a -> c -> a", "a waits for the answer of c", "c waits for the answer of a");
        deathOf("c", "a: CLOSED");
    }

    @InCages
    void whoKeepsTheRightToAnswerAsksTheOneWhoWaitsForIt(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> {
            var later = ipc.deferReply(self.receive());
            var answer = ipc.request(id("a"), 0, "?");
            assertEquals(ReplyStatus.SENT, later.reply("at last"));
            return answer;
        });

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for the answer of a");
        deathOf("b", "a: CLOSED");
    }

    @InCages
    void anAnswerAwaitedLaterIsAwaitedAllTheSame(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> {
            var pending = (PendingReply) ipc.startRequest(id("b"), 0, "?");
            self.sleep(ofMillis(1));
            return pending.await();
        });
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for the answer of a");
        deathOf("b", "a: CLOSED");
    }

    @InCages
    void theOneAskedListensToTheOneWhoAsksTheAsker(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.receive(from("c")));
        actor("c", (self, ipc) -> ipc.request(id("a"), 0, "?"));

        deadlock(Kind.CYCLE, "a -> b -> c -> a", "a waits for the answer of b", "b waits for messages from c",
                "c waits for the answer of a");
        deathOf("b", "a: CLOSED", "c: CLOSED");
    }

    @InCages
    void aRequestAndASendIntoTheAskersFullMailbox(Cage cage) {
        open(cage);
        actor("a", limited(1), (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.send(id("a"), 0, "!"));
        fill("a", 1);

        deadlock(Kind.CYCLE, "a -> b -> a", "a waits for the answer of b", "b waits for room in the mailbox of a");
        deathOf("a", "b: CLOSED");
    }

    @InCages
    void nobodyRemembersToAnswer(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        idler("b");

        deadlock(Kind.NOBODY_LEFT, "", "a waits for the answer of b");
        deathOf("b", "a: CLOSED");
    }

    @InCages
    void twoCyclesAreTwoDeadlocks(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        actor("c", (self, ipc) -> ipc.request(id("d"), 0, "?"));
        actor("d", (self, ipc) -> ipc.request(id("c"), 0, "?"));

        run();
        assertEquals(2, told().size());
        pass(ofMillis(1));
        assertEquals(2, told().size());
        assertEquals(cage.isFailing() ? 0 : 2, hive().diagnose().deadlocks().size());
    }

    @InCages
    void whoJoinsLaterIsNoNewDeadlock(Cage cage) {
        open(cage);
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        actor("late", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.request(id("a"), 0, "?");
        });
        run();
        assertEquals(2, told().getFirst().members().size());
        pass(ofMillis(1));
        pass(ofMillis(1));

        assertEquals(1, told().size());
        if (!cage.isFailing()) {
            assertEquals(3, hive().diagnose().deadlocks().getFirst().members().size());
        }
    }

    @Test
    void anActorThatLooksFindsWhoIsStuckElsewhere() {
        open(new Cage(3, DeadlockPolicy.REPORT));
        actor("a", (self, ipc) -> ipc.request(id("b"), 0, "?"));
        actor("b", (self, ipc) -> ipc.request(id("a"), 0, "?"));
        actor("looker", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return hive().diagnose().deadlocks().getFirst().kind();
        });
        pass(ofMillis(1));

        ended("looker: CYCLE");
    }
}
