package io.hiveactor.ipc;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slots that a shard has gathered while an external thread waits for some. */
class GatheredSlotsTest {
    private final HiveConfig config = TestRuntime.config().messages(8).reservedMessages(0).build();
    private final Simulation simulation = Simulations.startWithCaches(config, TestRuntime.freshSeed());

    private final List<RequestResult<Message>> answers = new ArrayList<>();

    @Test
    void anActorThatQueuesGivesThemToWhoWaitsBeforeIt() throws InterruptedException {
        ActorId keeper = sleeper();
        ActorId victim = sleeper();
        simulation.hive().spawn((ActorBody) self -> {
            NotifyStatus status = self.notify(victim, "one");
            while (status == NotifyStatus.SENT) {
                status = self.notify(keeper, "all there are");
            }
        });
        simulation.runUntilBlocked();
        simulation.afterEachStep(this::checkNobodyWaitsForWhatIsThere);
        simulation.hive().kill(victim); // its slot is gathered
        simulation.hive().spawn((ActorBody) self -> {
            answers.add(self.request(keeper, 0, "wants two", Duration.ofMillis(5)));
        });
        assertEquals(SendStatus.SENT, simulation.hive().send(keeper, 0, "waits first", ofMillis(5)));
        assertEquals(0, simulation.hive().nowNanos());
        simulation.advance(ofMillis(5));
        assertEquals(List.of(new NoReply<Message>(NoReply.Reason.TIMEOUT, null)), answers);
        simulation.close();
    }

    @Test
    void anActorThatTakesSomeOfThemLeavesTheRestToAWaiterOfLowerPriority() throws InterruptedException {
        var statuses = new ArrayList<SendStatus>();
        ActorId keeper = sleeper();
        ActorId victim = sleeper();
        simulation.hive().spawn((ActorBody) self -> {
            assertEquals(NotifyStatus.SENT, self.notify(victim, "one"));
            NotifyStatus status = self.notify(victim, "two");
            while (status == NotifyStatus.SENT) {
                status = self.notify(keeper, "all there are");
            }
        });
        simulation.runUntilBlocked();
        simulation.afterEachStep(this::checkNobodyWaitsForWhatIsThere);
        simulation.hive().kill(victim); // both of its slots are gathered
        simulation.hive().spawn((ActorBody) self -> {
            statuses.add(self.send(keeper, 0, "served first", Duration.ofMillis(5)));
            statuses.add(self.send(keeper, 0, "finds a full pool", Duration.ofMillis(5)));
        }, ActorConfig.DEFAULT.withPriority(Priority.CRITICAL));
        assertEquals(SendStatus.SENT, simulation.hive().send(keeper, 0, "waits", ofMillis(5)));
        assertEquals(0, simulation.hive().nowNanos());
        simulation.advance(ofMillis(5));
        assertEquals(List.of(SendStatus.SENT, SendStatus.TIMEOUT), statuses);
        simulation.close();
    }

    private ActorId sleeper() {
        return simulation.hive().spawn((ActorBody) self -> self.sleep(ofHours(1)));
    }

    private void checkNobodyWaitsForWhatIsThere() {
        PoolCensus census = Simulations.census(simulation);
        assertTrue(census.waiting() == 0 || census.usable() < census.wanted(), census::toString);
    }
}
