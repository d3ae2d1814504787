package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the simulated tests say at length, once more in the mode of this run and with real threads: a simulation is always
 * OWN_CARRIER. One shard, on which nobody else runs while the conductor does.
 */
@Timeout(30)
class ModesTest {
    private final List<String> order = new CopyOnWriteArrayList<>();
    private Hive hive;

    private void start(HiveConfig.Builder config) {
        hive = Hives.start(config.shards(1));
    }

    @AfterEach
    void nothingIsLeft() {
        Hives.closeClean(hive);
    }

    private ActorId logger(Spawner spawner, String name, Priority priority) {
        return spawner.spawn((self, message) -> order.add(name), ActorConfig.named(name).withPriority(priority));
    }

    /** What is left in a mailbox would be undelivered. */
    private static void empty(ActorContext self) {
        while (self.pending() > 0) {
            self.receive();
        }
    }

    private void assertOrder(String... expected) {
        Hives.eventually("all have run: " + order, () -> order.size() >= expected.length);
        assertEquals(List.of(expected), order);
    }

    @Test
    void theHighestPriorityRunsFirst() {
        start(Hives.config());
        hive.spawn((ActorBody) self -> {
            for (Priority priority : List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH, Priority.CRITICAL)) {
                Hives.sent(self.notify(logger(self, priority.name(), priority), "go"));
            }
        });
        assertOrder("CRITICAL", "HIGH", "NORMAL", "LOW");
    }

    @Test
    void withinAPriorityEverybodyHasATurn() {
        start(Hives.config());
        hive.spawn((ActorBody) self -> {
            for (String name : List.of("a", "b", "c")) {
                self.spawn((ActorBody) child -> {
                    for (int i = 0; i < 3; i++) {
                        order.add(name);
                        child.yield();
                    }
                });
            }
        });
        assertOrder("a", "b", "c", "a", "b", "c", "a", "b", "c");
    }

    @Test
    void aFloodedActorLetsItsNeighbourRunAfterItsMessagesOfATurn() {
        start(Hives.config().messagesPerTurn(4));
        hive.spawn((ActorBody) self -> {
            ActorId flooded = logger(self, "flood", Priority.NORMAL);
            for (int i = 0; i < 6; i++) {
                Hives.sent(self.notify(flooded, i));
            }
            Hives.sent(self.notify(logger(self, "neighbour", Priority.NORMAL), "x"));
        });
        assertOrder("flood", "flood", "flood", "flood", "neighbour", "flood", "flood");
    }

    /** How often a HIGH actor that never stops being ready runs before a LOW one does. */
    private int highRunsBeforeLow(int fairness) {
        order.clear();
        start(Hives.config().messagesPerTurn(1).fairness(fairness));
        hive.spawn((ActorBody) self -> {
            Hives.sent(self.notify(logger(self, "low", Priority.LOW), "x"));
            for (int i = 0; i < 100; i++) {
                order.add("high");
                self.yield();
            }
        }, ActorConfig.DEFAULT.withPriority(Priority.HIGH));
        Hives.eventually("both have run", () -> order.size() == 101);
        return order.indexOf("low");
    }

    @Test
    void prioritiesAreStrict() {
        assertEquals(100, highRunsBeforeLow(0));
    }

    @Test
    void fairnessBoundsTheStarving() {
        int runs = highRunsBeforeLow(10);
        assertTrue(runs <= 12, "runs before the starving one had its turn: " + runs);
    }

    @Test
    void lateTicksBecomeOne() throws InterruptedException {
        start(Hives.config());
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            hive.spawn((ActorBody) self -> {
                TimerId timer = self.every(Duration.ofMillis(1));
                self.sleep(Duration.ofMillis(20));
                int late = self.pending();
                self.cancel(timer);
                empty(self);
                Hives.sent(self.notify(main, late));
            });
            assertEquals(1, inbox.receive().as(Integer.class));
        }
    }

    @Test
    void aTimerFiresOnAShardWhoseQueueNeverEmpties() {
        var hasTicked = new AtomicBoolean();
        start(Hives.config());
        ActorId busy = hive.spawn((self, message) -> {
            if (!hasTicked.get()) {
                Hives.sent(self.notify(self.self(), "again"));
            }
        });
        hive.spawn((ActorBody) self -> {
            TimerId timer = self.after(Duration.ofMillis(5));
            Hives.sent(self.notify(busy, "never rest"));
            boolean isTick = self.receive().isTickOf(timer);
            hasTicked.set(isTick);
        });
        try {
            Hives.eventually("the timer has fired", hasTicked::get);
        } finally {
            hasTicked.set(true); // or the busy one would outlive the test
        }
    }

    /** A listener that keeps how each actor ended, by its name. */
    private static final class Ends implements HiveListener {
        private final Map<String, ActorExit> of = new ConcurrentHashMap<>();

        @Override
        public void onExit(ActorExit exit) {
            of.put(exit.actor().name(), exit);
        }

        void assertReason(String name, ExitReason reason) {
            Hives.eventually(name + " has ended", () -> of.containsKey(name));
            assertEquals(reason, of.get(name).reason(), name);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // its end is the subject
    private static int forEver(int depth) {
        return forEver(depth + 1) + 1;
    }

    @Test
    void anExitHasItsReason() {
        var ends = new Ends();
        start(Hives.config().stackSize(512 * 1024).listener(ends));
        hive.spawn((ActorBody) self -> {}, ActorConfig.named("returns"));
        hive.spawn((ActorBody) self -> self.exit(ExitReason.of(7)), ActorConfig.named("exits"));
        hive.spawn((ActorBody) self -> {
            throw new IllegalStateException("on purpose");
        }, ActorConfig.named("crashes"));
        hive.spawn((ActorBody) self -> order.add("depth " + forEver(0)), ActorConfig.named("overflows"));
        assertTrue(hive.kill(hive.spawn((ActorBody) ActorContext::receive, ActorConfig.named("is killed"))));

        ends.assertReason("returns", ExitReason.NORMAL);
        ends.assertReason("exits", ExitReason.of(7));
        ends.assertReason("crashes", ExitReason.CRASH);
        ends.assertReason("overflows", ExitReason.STACK_OVERFLOW);
        ends.assertReason("is killed", ExitReason.KILLED);
    }

    @Test
    void whoDoesNotEndWithinTheGraceIsAZombieUntilItDoes() throws InterruptedException {
        var ends = new Ends();
        var entered = new CountDownLatch(1);
        var mayEnd = new AtomicBoolean();
        var fiber = new ArrayList<Thread>();
        start(Hives.config().killGrace(Duration.ofMillis(5)).listener(ends));
        ActorId stubborn = hive.spawn((ActorBody) self -> assertTrue(self.blocking(() -> {
            fiber.add(Thread.currentThread());
            entered.countDown();
            while (!mayEnd.get()) {
                LockSupport.park();
                Thread.interrupted(); // it will not hear of its kill
            }
            return true;
        })), ActorConfig.named("stubborn"));
        entered.await();
        assertTrue(hive.kill(stubborn));

        Hives.eventually("a zombie", () -> hive.stats().zombies() == 1);
        ends.assertReason("stubborn", ExitReason.KILLED);
        assertTrue(ends.of.get("stubborn").stillRunning());
        mayEnd.set(true);
        LockSupport.unpark(fiber.getFirst());
        Hives.eventually("it has ended", () -> hive.stats().zombies() == 0);
    }

    @Test
    void whatIsTooLargeIsRefusedAndNothingIsQueued() throws InterruptedException {
        MemorySegment large = MemorySegment.ofArray(new byte[65]);
        start(Hives.config().maxPayload(64));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            ActorId target = logger(hive, "received", Priority.NORMAL);
            assertEquals(NotifyStatus.TOO_LARGE, hive.notify(target, 1, large));
            hive.spawn((ActorBody) self -> Hives.sent(self.notify(main, self.notify(target, 1, large))));
            assertEquals(NotifyStatus.TOO_LARGE, inbox.receive().as(NotifyStatus.class));
            Hives.sent(hive.notify(target, 1, large.asSlice(1)));
            assertOrder("received");
        }
    }

    @Test
    void theReserveIsForTimers() throws InterruptedException {
        var mayFill = new CountDownLatch(1);
        start(Hives.config().messages(7).reservedMessages(2)); // so few that no cache keeps any
        hive.spawn((ActorBody) self -> {
            TimerId timer = self.after(Duration.ofMillis(20));
            mayFill.countDown();
            order.add("tick " + self.receive().isTickOf(timer));
        });
        mayFill.await();
        ActorId full = hive.spawn((ActorBody) self -> {
            while (order.isEmpty()) {
                self.sleep(Duration.ofMillis(1));
            }
            empty(self);
        });
        for (int i = 0; i < 5; i++) {
            Hives.sent(hive.notify(full, i));
        }
        assertEquals(NotifyStatus.NO_MEMORY, hive.notify(full, "one more"));

        assertOrder("tick true");
    }
}
