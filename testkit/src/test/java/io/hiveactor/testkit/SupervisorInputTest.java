package io.hiveactor.testkit;

import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ONE;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What makes no sense is refused by an exception that names it, before anything has begun. */
class SupervisorInputTest {
    private final TestRuntime runtime = new TestRuntime();
    private final ChildSpec child = ChildSpec.body("a", (self, siblings) -> self.receive());
    private final SupervisorSpec spec = SupervisorSpec.of(ONE_FOR_ONE, child);

    @AfterEach
    void nothingHasBegun() {
        assertEquals(0, runtime.hive().stats().actors());
        assertEquals(0, runtime.hive().stats().names());
        runtime.close();
    }

    private static void refused(String named, Class<? extends Exception> how, Executable call) {
        Exception failure = assertThrows(how, call);
        assertTrue(String.valueOf(failure.getMessage()).contains(named), named + " is not in: " + failure.getMessage());
    }

    private static void refused(String named, Executable call) {
        refused(named, IllegalArgumentException.class, call);
    }

    @Test
    void aNullChildIsNamedByItsIndex() {
        refused("child 1 of 3", NullPointerException.class, () -> SupervisorSpec.of(ONE_FOR_ONE, child, null, child));
        assertThrows(NullPointerException.class, () -> SupervisorSpec.of(ONE_FOR_ONE, (ChildSpec[]) null));
    }

    @Test
    void twoChildrenOfOneNameAreRefusedByTheName() {
        ChildSpec twin = ChildSpec.handler("a", siblings -> (self, message) -> {});
        refused("a", () -> SupervisorSpec.of(ONE_FOR_ONE, child, twin));
    }

    @Test
    void anIntensityThatMakesNoSenseIsRefused() {
        refused("-1", () -> spec.withIntensity(-1, ofSeconds(5)));
        refused("PT0S", () -> spec.withIntensity(1, Duration.ZERO));
        refused("PT-1S", () -> spec.withIntensity(1, ofSeconds(-1)));
        refused("PT-1S", () -> spec.withIntensity(0, ofSeconds(-1)));
        assertThrows(NullPointerException.class, () -> spec.withIntensity(1, null));
    }

    @Test
    void aVeryLongPeriodIsOne() {
        try (var other = new Workers()) {
            var root = other.start(SupervisorSpec.of(ONE_FOR_ONE, other.worker("a"))
                    .withIntensity(1, Duration.ofSeconds(Long.MAX_VALUE)));
            other.crash("a");
            other.runtime.advance(Duration.ofDays(36_500));
            assertTrue(other.isAlive(root));
            other.crash("a");
            assertEquals(false, other.isAlive(root));
        }
    }

    @Test
    void aBackOffThatMakesNoSenseIsRefused() {
        refused("PT-1S", () -> new Backoff(ofSeconds(-1), ofSeconds(1)));
        refused("PT-1S", () -> Backoff.exponential(ofSeconds(-1), ofSeconds(1)));
        refused("PT1S", () -> Backoff.exponential(ofSeconds(2), ofSeconds(1)));
        refused("PT-1S", () -> Backoff.exponential(ofSeconds(1), ofSeconds(-1)));
        refused("zero", () -> Backoff.exponential(Duration.ZERO, ofSeconds(1)));
        refused("PT8784H", () -> Backoff.exponential(ofSeconds(1), Duration.ofDays(366)));
        assertThrows(NullPointerException.class, () -> Backoff.exponential(null, ofSeconds(1)));
        assertThrows(NullPointerException.class, () -> Backoff.exponential(ofSeconds(1), null));
        assertThrows(NullPointerException.class, () -> spec.withBackoff(null));
    }

    @Test
    void aStopThatMakesNoSenseIsRefused() {
        refused("PT-0.001S", () -> Stop.ask("end", ofMillis(-1)));
        refused("PT-0.001S", () -> new Stop(null, ofMillis(-1)));
        assertThrows(NullPointerException.class, () -> Stop.ask(null, ofMillis(1)));
        assertThrows(NullPointerException.class, () -> Stop.ask("end", null));
        assertThrows(NullPointerException.class, () -> child.withStop(null));
    }

    @Test
    void whatIsTheSupervisorsMatterIsRefusedInAChildsConfiguration() {
        refused("other", () -> child.withConfig(ActorConfig.named("other")));
        refused("other", () -> child.withConfig(ActorConfig.named("other").registered()));
        var seat = runtime.start(self -> {
            refused("reserved id", () -> child.withConfig(ActorConfig.DEFAULT.withReservedId(self.reserveIdForOne("s"))));
            return true;
        });
        assertTrue(seat.resultNow());
        assertThrows(NullPointerException.class, () -> child.withConfig(null));
    }

    @Test
    void aChildWithoutANameOrAStartIsRefused() {
        refused("name", () -> ChildSpec.handler("", siblings -> (self, message) -> {}));
        refused("name", () -> ChildSpec.body("", (self, siblings) -> {}));
        refused("name", () -> ChildSpec.supervisor("", spec));
        assertThrows(NullPointerException.class, () -> ChildSpec.handler(null, siblings -> (self, message) -> {}));
        assertThrows(NullPointerException.class, () -> ChildSpec.handler("a", null));
        assertThrows(NullPointerException.class, () -> ChildSpec.body("a", null));
        assertThrows(NullPointerException.class, () -> ChildSpec.supervisor("a", null));
        assertThrows(NullPointerException.class, () -> child.withRestart(null));
    }

    @Test
    void aSupervisorWithoutASpecOrASpawnerIsRefused() {
        assertThrows(NullPointerException.class, () -> Supervisor.start(runtime.hive(), null));
        assertThrows(NullPointerException.class, () -> Supervisor.start(null, spec));
        assertThrows(NullPointerException.class, () -> Supervisor.start(runtime.hive(), spec, null));
        assertThrows(NullPointerException.class, () -> SupervisorSpec.of(null, child));
        assertThrows(NullPointerException.class, () -> spec.withShutdownHook(null));
    }

    @Test
    void aRefusedValueLeavesTheSpecAsItWas() {
        refused("-1", () -> spec.withIntensity(-1, ofSeconds(5)));
        runtime.hive().spawn((ActorBody) self -> Supervisor.start(self, spec));
        runtime.runUntilBlocked();
        assertEquals(1, runtime.hive().stats().actors() - 1);
        runtime.close();
    }
}
