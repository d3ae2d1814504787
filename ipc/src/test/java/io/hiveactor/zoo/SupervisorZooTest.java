package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.ReservedId;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import org.junit.jupiter.api.Test;

/** Seats and supervisors: those who are stuck because of them, and those who only seem to be. */
class SupervisorZooTest extends Zoo {
    /** A child is asked to stop, and given all the time that it takes. */
    private static final Stop ASK_FOR_EVER = new Stop("stop", null);

    private void supervise(ChildSpec... children) {
        var spec = SupervisorSpec.of(Strategy.ONE_FOR_ONE, children);
        known("supervisor",
                Supervisor.start(hive(), spec.withBackoff(Backoff.exponential(ofMillis(100), ofSeconds(1)))));
    }

    private void stop() {
        assertEquals(StopStatus.ASKED, Supervisor.stop(hive(), id("supervisor")));
    }

    private void introduce(String name, ActorContext self) {
        known(name, self.self());
    }

    @InCages
    void theOwnerOfAVacantSeatAsksWhoWaitsForSomebodyToSitThere(Cage cage) {
        open(cage);
        actor("owner", (self, ipc) -> {
            known("seat", ((ReservedId) self.reserveId("seat")).id());
            return ipc.request(id("a"), 0, "?");
        });
        actor("a", (self, ipc) -> {
            self.sleep(ofMillis(1));
            return ipc.send(id("seat"), 0, "!");
        });
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.CYCLE, "owner -> a -> owner", "owner waits for the answer of a",
                "a waits for an actor to be started as seat, by owner");
        deathOf("owner", "a: CLOSED");
    }

    @Test
    void aSupervisorWaitsForAChildThatAsksTheSupervisor() {
        open(Cage.ONE);
        supervise(ChildSpec.body("child", (self, siblings) -> {
            introduce("child", self);
            self.sleep(ofMillis(1));
            assertTrue(self.request(id("supervisor"), 0, "?") != null);
        }).withStop(ASK_FOR_EVER));
        stop();
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.CYCLE, "supervisor -> child -> supervisor",
                "supervisor waits for news of child", "child waits for the answer of supervisor");
        deathOf("child");
        assertTrue(!hive().isAlive(id("supervisor")), "it has stopped at last");
    }

    @Test
    void aSupervisorWaitsForAChildThatListensToAnIdleSibling() {
        open(Cage.ONE);
        supervise(
                ChildSpec.handler("idle", siblings -> (self, message) -> {}),
                ChildSpec.body("child", (self, siblings) -> {
                    introduce("child", self);
                    self.sleep(ofMillis(1));
                    known("idle", siblings.id("idle"));
                    assertTrue(self.receive(from("idle")) != null);
                }).withStop(ASK_FOR_EVER));
        stop();
        noDeadlock();

        pass(ofMillis(1));
        deadlock(Kind.NOBODY_LEFT, "", "supervisor waits for news of child", "child waits for messages from idle");
        deathOf("child");
        assertTrue(!hive().isAlive(id("supervisor")), "it has stopped at last");
    }

    @Test
    void aSupervisorThatKillsAtADeadlineIsAtRiskAndGoesOn() {
        open(Cage.ONE);
        supervise(ChildSpec.body("child", (self, siblings) -> {
            introduce("child", self);
            self.sleep(ofMillis(1));
            assertTrue(self.request(id("supervisor"), 0, "?") != null);
        }).withStop(Stop.ask("stop", ofMillis(50))));
        stop();
        pass(ofMillis(1));

        noDeadlock("child", "supervisor");
        pass(ofMillis(50));
        assertTrue(!hive().isAlive(id("supervisor")), "it has stopped");
    }

    @Test
    void aSupervisorInItsBackOffWillStartTheChildThatASendWaitsFor() {
        open(Cage.ONE);
        supervise(ChildSpec.handler("child", siblings -> (self, message) -> {
            if (message.object().equals("filler")) {
                throw new IllegalStateException("a crash, on purpose");
            }
        }).registered());
        run();
        known("child", hive().names().find("child"));
        fill("child", 1);
        run(); // so that it has crashed
        actor("a", (self, ipc) -> ipc.send(id("child"), 0, "!"));

        noDeadlock();
        ended();
        pass(ofMillis(100));
        ended("a: SENT");
    }

    @Test
    void aSeatWhoseOwnerWillBeBack() {
        open(Cage.ONE);
        actor("owner", (self, ipc) -> {
            var seat = (ReservedId) self.reserveId("seat");
            known("seat", seat.id());
            self.sleep(ofMillis(5));
            self.spawn((inner, message) -> {}, PLAIN.withReservedId(seat));
            return self.receive();
        });
        run(); // so that the seat is known
        actor("a", (self, ipc) -> ipc.send(id("seat"), 0, "!"));

        noDeadlock();
        ended();
        pass(ofMillis(5));
        ended("a: SENT");
    }

    @InCages
    void aSupervisorWaitsForAChildThatIgnoresTheOrderToStop(Cage cage) {
        open(cage);
        supervise(ChildSpec.handler("child", siblings -> (self, message) -> introduce("child", self))
                .withStop(ASK_FOR_EVER));
        run();
        stop();
        run();

        assertEquals(1, told().size());
        assertEquals(Kind.NOBODY_LEFT, told().getFirst().kind());
        assertEquals("supervisor waits for news of child", sentence(told().getFirst().members().getFirst()));
        kill("child");
        assertTrue(!hive().isAlive(id("supervisor")), "its wait cannot fail, but its child can be killed");
        assertEquals(1, told().size());
    }

    @Test
    void underPolicyFailTheChildGivesWay() {
        open(new Cage(1, DeadlockPolicy.FAIL));
        supervise(ChildSpec.body("child", (self, siblings) -> {
            self.sleep(ofMillis(1));
            var none = (NoReply) self.request(id("supervisor"), 0, "?");
            assertEquals(NoReply.Reason.DEADLOCK, none.reason());
        }).withStop(ASK_FOR_EVER));
        stop();
        pass(ofMillis(1));

        assertTrue(!hive().isAlive(id("supervisor")), "the child has ended, and so it has stopped");
        assertEquals(1, told().size());
    }
}
