package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A hive with two shards under simulated time, a bus or more on the first of them, and those who use it. */
abstract class BusScene {
    static final Duration FOREVER = Agent.FOREVER;
    static final int OUTSIDE = Agent.OUTSIDE;

    final TestRuntime runtime;
    /** An actor on the shard of the bus. */
    final Agent near;
    /** An actor on another shard. */
    final Agent far;
    /** The test's thread. */
    final Agent outside;

    BusScene() {
        this(TestRuntime.config());
    }

    BusScene(HiveConfig.Builder config) {
        this(new TestRuntime(config.shards(2).build(), TestRuntime.freshSeed()));
    }

    BusScene(TestRuntime runtime) {
        this.runtime = runtime;
        near = new Agent(runtime, "near", 0);
        far = new Agent(runtime, "far", 1);
        outside = new Agent(runtime, "", OUTSIDE);
    }

    @AfterEach
    void everySlotIsBack() {
        Simulations.census(runtime.simulation());
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse(), "-Dhive.seed=" + runtime.seed());
        assertEquals(0, runtime.hive().stats().actors(), "-Dhive.seed=" + runtime.seed());
    }

    Agent agent(String name, int place) {
        return new Agent(runtime, name, place);
    }

    <T> Bus<T> bus(BusConfig config) {
        return Bus.open(runtime.hive(), config);
    }

    void kill(Agent agent) {
        runtime.hive().kill(agent.id());
        runtime.runUntilBlocked();
    }

    void publish(Bus<String> bus, String... values) {
        for (String value : values) {
            assertEquals(PublishStatus.PUBLISHED, far.publishes(bus, value));
        }
    }
}
