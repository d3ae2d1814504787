package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Siblings;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Supervised children that note their starts ({@code +a}) and ends ({@code -a}) and do as they are told, on a simulated
 * hive which at its close must have nothing left.
 */
final class Workers implements AutoCloseable {
    /** Something that a worker does when it receives it. */
    @FunctionalInterface
    interface Order {
        void obey(ActorContext self) throws Exception;
    }

    /** Has a worker return. */
    static final String RETURN = "return";

    final TestRuntime runtime;
    final List<String> log = new ArrayList<>();
    /** Who was started last, by name. */
    final Map<String, ActorId> ids = new HashMap<>();
    final Map<String, Siblings> siblings = new HashMap<>();
    final Map<String, Integer> lives = new HashMap<>();

    private final Map<String, Thread> hanging = new HashMap<>();
    private final Set<String> released = new HashSet<>();

    Workers() {
        this(TestRuntime.config().shards(2));
    }

    Workers(HiveConfig.Builder config) {
        this(new TestRuntime(config.build(), TestRuntime.freshSeed()));
    }

    Workers(TestRuntime runtime) {
        this.runtime = runtime;
    }

    // ---- making them ----

    ChildSpec worker(String name) {
        return ChildSpec.body(name, (self, others) -> {
            ids.put(name, self.self());
            siblings.put(name, others);
            lives.merge(name, 1, Integer::sum);
            log.add("+" + name);
            try {
                work(self);
            } finally {
                log.add("-" + name);
            }
        });
    }

    private static void work(ActorContext self) throws Exception {
        while (true) {
            Object order = self.receive().object();
            if (order instanceof Order known) {
                known.obey(self);
            } else if (RETURN.equals(order)) {
                return;
            }
        }
    }

    @CanIgnoreReturnValue
    ActorId start(SupervisorSpec spec) {
        ActorId id = Supervisor.start(runtime.hive(), spec, ActorConfig.named("root").onShard(0));
        runtime.runUntilBlocked();
        return id;
    }

    // ---- telling them ----

    /** Sends an order, without running anybody. */
    void order(String name, Object order) {
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.get(name), order), name + seed());
    }

    void tell(String name, Order order) {
        order(name, order);
        runtime.runUntilBlocked();
    }

    void crash(String name) {
        crash(name, new IllegalStateException("boom"));
    }

    void crash(String name, Exception failure) {
        tell(name, self -> {
            throw failure;
        });
    }

    void kill(String name) {
        assertTrue(runtime.hive().kill(ids.get(name)), name + seed());
        runtime.runUntilBlocked();
    }

    void stop(ActorId supervisor) {
        assertEquals(StopStatus.ASKED, Supervisor.stop(runtime.hive(), supervisor), seed());
        runtime.runUntilBlocked();
    }

    /** Has a worker hang, for all that kills and interrupts can do, until it is released. */
    void hang(String name) {
        tell(name, self -> hang(name, Thread.currentThread()));
    }

    void hang(String name, Thread thread) {
        hanging.put(name, thread);
        while (!released.contains(name)) {
            LockSupport.park();
            Thread.interrupted();
        }
        released.remove(name);
    }

    void release(String name) {
        released.add(name);
        LockSupport.unpark(hanging.remove(name));
        runtime.runUntilBlocked();
    }

    // ---- looking at them ----

    /** What was noted since this was last asked. */
    @CanIgnoreReturnValue
    List<String> news() {
        List<String> news = List.copyOf(log);
        log.clear();
        return news;
    }

    /** Children that start one after the other may run in any order, so their starts are compared in the order of their ids. */
    void expect(String... notes) {
        assertEquals(List.of(notes), startsInOrder(news()), seed());
    }

    List<String> startsInOrder(List<String> notes) {
        var ordered = new ArrayList<>(notes);
        for (int from = 0, to; from < ordered.size(); from = to + 1) {
            to = from;
            while (to < ordered.size() && ordered.get(to).startsWith("+")) {
                to++;
            }
            ordered.subList(from, to).sort(Comparator.comparingLong(note -> ids.get(note.substring(1)).number()));
        }
        return ordered;
    }

    int lives(String name) {
        return lives.getOrDefault(name, 0);
    }

    boolean isAlive(ActorId id) {
        return runtime.hive().isAlive(id);
    }

    ExitReason reasonOf(ActorId id) {
        return runtime.exitOf(id).reason();
    }

    String seed() {
        return " (seed " + runtime.seed() + ")";
    }

    /** Everything that the tree had is back, with the hive still open. */
    void assertAllIsBack() {
        var stats = runtime.hive().stats();
        assertEquals(0, stats.actors(), "actors" + seed());
        assertEquals(0, stats.zombies(), "zombies" + seed());
        assertEquals(0, stats.messagesInUse(), "messages" + seed());
        assertEquals(0, stats.systemPlaces(), "system places" + seed());
        assertEquals(0, stats.names(), "names" + seed());
        assertEquals(0, stats.nameWatches(), "name watches" + seed());
        assertEquals(0, stats.deadlines(), "deadlines" + seed());
        var census = Simulations.census(runtime.simulation());
        assertEquals(census.all(), census.free(), "slots" + seed());
    }

    @Override
    public void close() {
        for (String name : List.copyOf(hanging.keySet())) {
            release(name);
        }
        runtime.close();
        var stats = runtime.hive().stats();
        assertEquals(0, stats.actors(), "actors" + seed());
        assertEquals(0, stats.zombies(), "zombies" + seed());
        assertEquals(0, stats.messagesInUse(), "messages" + seed());
        assertEquals(0, stats.systemPlaces(), "system places" + seed());
        assertEquals(0, stats.names(), "names" + seed());
        assertEquals(0, stats.nameWatches(), "name watches" + seed());
        assertEquals(0, stats.fibers(), "fibers" + seed());
    }
}
