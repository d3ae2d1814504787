package io.hiveactor.testkit;

import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.RestartsExceededException;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SupervisorTest {
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        runtime.close();
        var stats = runtime.hive().stats();
        assertEquals(0, stats.actors(), "seed " + runtime.seed());
        assertEquals(0, stats.messagesInUse(), "seed " + runtime.seed());
        assertEquals(0, stats.systemPlaces(), "seed " + runtime.seed());
        assertEquals(0, stats.names(), "seed " + runtime.seed());
        assertEquals(0, stats.fibers(), "seed " + runtime.seed());
    }

    private ChildSpec worker(String name) {
        return ChildSpec.straightLine(name, (self, siblings) -> {
            log.add("+" + name);
            while (true) {
                Object order = self.receive().object();
                if (order instanceof RuntimeException e) {
                    throw e;
                }
                log.add(name + ":" + order);
            }
        }).registered();
    }

    private ActorId find(String name) {
        return runtime.hive().names().find(name);
    }

    @Test
    void aRegisteredChildKeepsItsIdAndItsName() {
        ActorId root = Supervisor.start(runtime.hive(), SupervisorSpec.of(Strategy.ONE_FOR_ONE, worker("a"), worker("b")));
        runtime.runUntilBlocked();
        ActorId a = find("a");
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(a, new IllegalStateException("boom")));
        runtime.runUntilBlocked();
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(a, "hello"));
        runtime.runUntilBlocked();
        assertSame(a, find("a"));
        assertEquals(List.of("+a", "+b", "+a", "a:hello"), log);
        assertEquals(NotifyStatus.SENT, Supervisor.stop(runtime.hive(), root));
        runtime.runUntilBlocked();
        assertEquals(ExitReason.NORMAL, runtime.exitOf(root).reason());
        assertEquals(0, runtime.hive().stats().actors());
    }

    @Test
    void tooManyRestartsEndTheSupervisor() {
        ActorId root = Supervisor.start(runtime.hive(),
                SupervisorSpec.of(Strategy.ONE_FOR_ALL, worker("a"), worker("b"))
                        .withIntensity(2, ofSeconds(5)).withShutdownHook(() -> log.add("hook")));
        runtime.runUntilBlocked();
        for (int i = 0; i < 3; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(find("b"), new IllegalStateException("boom " + i)));
            runtime.runUntilBlocked();
        }
        assertEquals(List.of("+a", "+b", "+a", "+b", "+a", "+b", "hook"), log);
        assertEquals(ExitReason.CRASH, runtime.exitOf(root).reason());
        assertEquals(RestartsExceededException.class, runtime.exitOf(root).cause().getClass());
        assertNotSame(null, runtime.exitOf(root).cause().getCause());
    }
}
