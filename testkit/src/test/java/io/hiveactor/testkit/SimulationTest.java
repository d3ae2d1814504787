package io.hiveactor.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SimulationTest {
    /**
     * A random system on three shards: actors of both styles and all priorities send numbered messages to each
     * other, sleep, time out, wait for a lock, crash, and are killed. What happened, in order.
     */
    private static List<String> randomRun(long seed) {
        var trace = new ArrayList<String>();
        var config = TestRuntime.config().shards(3).messages(40).reservedMessages(4).messagesPerTurn(3)
                .dispatchesPerTurn(5).fairness(Math.floorMod(seed, 3)).build();
        try (var runtime = new TestRuntime(config, seed)) {
            var random = new SplittableRandom(seed);
            var ids = new ArrayList<ActorId>();
            var numbers = new HashMap<String, Integer>();
            var lastSeen = new HashMap<String, Integer>();
            var lock = new ReentrantLock();
            for (int i = 0; i < 8; i++) {
                var actor = ActorConfig.named("a" + i).onShard(i % 3)
                        .withPriority(io.hiveactor.runtime.Priority.values()[random.nextInt(4)]);
                var step = new Step(ids, random, trace, numbers, lastSeen, lock);
                ids.add(i % 2 == 0
                        ? runtime.hive().spawn((self, message) -> step.onMessage(self, message), actor)
                        : runtime.hive().spawn(self -> step.run(self), actor));
            }
            for (int i = 0; i < 60; i++) {
                ActorId to = ids.get(random.nextInt(ids.size()));
                trace.add("main -> " + to + " " + runtime.hive().notify(to, new Numbered("main", 0)));
                if (random.nextInt(25) == 0) {
                    trace.add("kill " + to + " " + runtime.hive().kill(to));
                }
                runtime.advance(ofNanos(random.nextInt(2_000_000)));
            }
            runtime.advance(ofSeconds(5));
            runtime.exits().forEach(exit -> trace.add(exit.actor() + " " + exit.reason()));
            runtime.simulation().close();
            var stats = runtime.hive().stats();
            assertEquals(0, stats.messagesInUse(), "slots leaked, seed " + seed);
            assertEquals(0, stats.actors(), "actors left, seed " + seed);
            assertEquals(0, stats.fibers(), "fibers left, seed " + seed);
            assertEquals(0, stats.deadlines(), "deadlines left, seed " + seed);
        }
        return trace;
    }

    /** A message whose place in the stream from its sender to its receiver can be checked. */
    private record Numbered(String stream, int number) {}

    /** What one actor of a random run does. */
    private record Step(List<ActorId> ids, SplittableRandom random, List<String> trace, Map<String, Integer> numbers,
            Map<String, Integer> lastSeen, ReentrantLock lock) {
        void run(ActorContext self) throws Exception {
            while (true) {
                if (self.receive(ofMillis(1 + random.nextInt(20))) instanceof Message message) {
                    onMessage(self, message);
                } else {
                    trace.add(self.self() + " timed out at " + self.nowNanos());
                }
            }
        }

        void onMessage(ActorContext self, Message message) throws Exception {
            if (message.object() instanceof Numbered numbered && numbered.number() > 0) {
                Integer before = lastSeen.put(numbered.stream(), numbered.number());
                assertTrue(before == null || before < numbered.number(), "order of " + numbered);
            }
            trace.add(self.self() + " got " + message.object() + " at " + self.nowNanos());
            for (int i = random.nextInt(3); i > 0; i--) {
                ActorId to = ids.get(random.nextInt(ids.size()));
                String stream = self.self() + ">" + to;
                int number = numbers.merge(stream, 1, Integer::sum);
                NotifyStatus status = self.notify(to, new Numbered(stream, number));
                trace.add(stream + " " + number + " " + status);
            }
            switch (random.nextInt(8)) {
                case 0 -> self.sleep(ofNanos(random.nextInt(5_000_000)));
                case 1 -> self.yield();
                case 2 -> {
                    lock.lock();
                    try {
                        self.sleep(ofNanos(random.nextInt(100_000)));
                    } finally {
                        lock.unlock();
                    }
                }
                case 3 -> trace.add(self.self() + " timer " + self.after(ofMillis(random.nextInt(10))).number());
                case 4 -> {
                    if (random.nextInt(10) == 0) {
                        self.exit(io.hiveactor.runtime.ExitReason.of(7));
                    }
                }
                default -> {}
            }
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void twoRunsOfOneSeedAreEqual() {
        long first = TestRuntime.freshSeed();
        for (long seed = first; seed < first + Long.getLong("hive.seeds", 200); seed++) {
            assertEquals(randomRun(seed), randomRun(seed), "seed " + seed);
        }
    }

    @Test
    void anotherSeedChoosesDifferently() {
        assertNotEquals(randomRun(1), randomRun(2));
    }

    @Test
    void aWakeFromAnotherThreadFailsTheRunWithTheStackOfTheWait() throws InterruptedException {
        try (var runtime = new TestRuntime()) {
            var gate = new CountDownLatch(1);
            var outcome = runtime.start(self -> gate.await(20, TimeUnit.SECONDS));
            Thread.ofPlatform().start(gate::countDown).join();

            var failure = assertThrows(IllegalStateException.class, runtime::runUntilBlocked);
            assertTrue(String.valueOf(failure.getMessage()).contains("seed " + runtime.seed()), failure.getMessage());
            assertTrue(List.of(failure.getStackTrace()).toString().contains("aWakeFromAnotherThread"),
                    List.of(failure.getStackTrace()).toString());
            runtime.runUntilBlocked();
            assertTrue(outcome.resultNow(), "whoever goes on all the same finds nothing lost");
        }
    }

    @Test
    @Timeout(20)
    void aSleepOfTheJdksIsEndedByAnotherThread() {
        try (var runtime = new TestRuntime()) {
            assertThrows(IllegalStateException.class, () -> {
                var outcome = runtime.start(self -> {
                    Thread.sleep(50); // the subject: a timer thread of the JDK wakes it
                    return true;
                });
                while (!outcome.isDone()) {
                    runtime.runUntilBlocked();
                    Thread.onSpinWait();
                }
            });
        }
    }

    @Test
    void aWakeFromAnotherThreadMayBeAllowed() throws InterruptedException {
        try (var runtime = new TestRuntime()) {
            runtime.simulation().allowForeignWakes();
            var gate = new CountDownLatch(1);
            var outcome = runtime.start(self -> gate.await(20, TimeUnit.SECONDS));
            Thread.ofPlatform().start(gate::countDown).join();
            runtime.runUntilBlocked();
            assertTrue(outcome.resultNow());
        }
    }

    @Test
    void whatAnotherThreadSendsSpawnsOrKillsFailsTheRunWithItsStack() throws InterruptedException {
        try (var runtime = new TestRuntime(); ExternalInbox inbox = runtime.hive().openInbox()) {
            MessageProbe probe = runtime.probe();
            assertForeign(runtime, () -> assertEquals(NotifyStatus.SENT, runtime.hive().notify(probe.id(), "foreign")));
            assertForeign(runtime, () -> assertEquals(NotifyStatus.SENT, runtime.hive().notify(inbox.id(), "foreign")));
            assertForeign(runtime, () -> runtime.hive().spawn((self, message) -> {}));
            assertForeign(runtime, () -> assertTrue(runtime.hive().kill(probe.id())));

            runtime.runUntilBlocked();
            assertEquals("foreign", probe.next().object(), "whoever goes on all the same finds nothing lost");
        }
    }

    private static void assertForeign(TestRuntime runtime, Runnable deed) throws InterruptedException {
        var failures = new ArrayList<Throwable>();
        Thread.ofPlatform().name("foreign").uncaughtExceptionHandler((thread, e) -> failures.add(e)).start(deed).join();
        assertEquals(List.of(), failures);

        var failure = assertThrows(IllegalStateException.class, runtime::runUntilBlocked);
        assertTrue(String.valueOf(failure.getMessage()).matches(".* by another thread .*foreign.*" + runtime.seed() + ".*"),
                failure.getMessage());
        assertTrue(List.of(failure.getStackTrace()).toString().contains("SimulationTest"),
                List.of(failure.getStackTrace()).toString());
    }

    @Test
    void whatAnotherThreadSendsMayBeAllowed() throws InterruptedException {
        try (var runtime = new TestRuntime()) {
            runtime.simulation().allowForeignWakes();
            MessageProbe probe = runtime.probe();
            Thread.ofPlatform().start(() ->
                    assertEquals(NotifyStatus.SENT, runtime.hive().notify(probe.id(), "foreign"))).join();

            runtime.runUntilBlocked();
            assertEquals("foreign", probe.next().object());
        }
    }

    @Test
    @Timeout(2)
    void anActorThatAsksForTheCloseWhileTheHiveClosesDoesNotHoldItUp() {
        var config = TestRuntime.config().closeDeadline(ofSeconds(7)).build();
        var runtime = new TestRuntime(config, TestRuntime.freshSeed());
        ActorId last = runtime.hive().spawn((self, message) -> runtime.hive().close());
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(last, "bye"));

        runtime.close();

        assertTrue(runtime.hive().isClosed());
        assertEquals(ofSeconds(0), runtime.now());
    }

    @Test
    void timeStandsWhereACloseByAnActorLeftItIfThatIsFurtherOn() {
        var config = TestRuntime.config().closeDeadline(ofSeconds(10)).build();
        try (var runtime = new TestRuntime(config, TestRuntime.freshSeed())) {
            runtime.hive().spawn(self -> self.sleep(ofSeconds(3600)));
            runtime.hive().spawn(self -> runtime.hive().close());

            runtime.advance(ofMillis(1));

            assertTrue(runtime.hive().isClosed());
            assertEquals(ofSeconds(10), runtime.now(), "the deadline until which actors may come to rest");
        }
    }

    /** The other simulated tests cannot run under a sampler: it wakes fibers, and that is what fails a simulated run. */
    @Test
    void withForeignWakesAllowedASimulatedRunGoesOnUnderASampler() throws InterruptedException {
        int rounds = 3000;
        var threads = new CopyOnWriteArrayList<Thread>();
        var stop = new AtomicBoolean();
        Thread sampler = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                threads.forEach(Thread::getStackTrace);
            }
        });
        try (var runtime = new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed())) {
            runtime.simulation().allowForeignWakes();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            runtime.simulation().afterEachStep(() ->
                    assertTrue(System.nanoTime() < end, "steps in which nobody goes on, seed " + runtime.seed()));
            ActorId echo = runtime.hive().spawn(self -> {
                threads.add(Thread.currentThread());
                while (true) {
                    Message message = self.receive();
                    assertEquals(NotifyStatus.SENT, self.notify(message.sender(), message.object()));
                }
            }, ActorConfig.DEFAULT.onShard(0));
            var outcome = runtime.start(self -> {
                threads.add(Thread.currentThread());
                for (int i = 0; i < rounds; i++) {
                    assertEquals(NotifyStatus.SENT, self.notify(echo, i));
                    assertEquals(i, self.receive().as(Integer.class));
                }
                return rounds;
            }, ActorConfig.DEFAULT.onShard(1));
            runtime.runUntilBlocked();
            assertTrue(outcome.isDone(), "a fiber was lost, seed " + runtime.seed());
        } finally {
            stop.set(true);
            sampler.join();
        }
    }

    @Test
    void anOutsideInboxLetsSimulatedTimeGoOn() throws InterruptedException {
        try (var runtime = new TestRuntime(); ExternalInbox inbox = runtime.hive().openInbox()) {
            ActorId slow = runtime.hive().spawn((self, message) -> {
                self.sleep(ofSeconds(3));
                assertEquals(NotifyStatus.SENT, self.notify(message.sender(), "done"));
            });
            assertEquals(NotifyStatus.SENT, inbox.notify(slow, "go"));

            assertEquals(io.hiveactor.runtime.NoMessage.TIMEOUT, inbox.receive(ofSeconds(1)));
            assertEquals("done", inbox.receive().as(String.class));
            assertEquals(ofSeconds(3), runtime.now());
        }
    }

    @Test
    void aVirtualThreadCannotRunASimulation() throws InterruptedException {
        var failures = new ArrayList<Throwable>();
        Thread.ofVirtual().start(() -> failures.add(assertThrows(IllegalStateException.class,
                () -> Simulation.start(TestRuntime.config().build(), 1)))).join();

        assertEquals(1, failures.size());
    }

    @Test
    void anotherThreadMayNotUseIt() throws InterruptedException {
        try (var runtime = new TestRuntime()) {
            var failures = new ArrayList<Throwable>();
            Thread.ofPlatform().start(() -> failures.add(
                    assertThrows(WrongThreadException.class, runtime::runUntilBlocked))).join();
            assertEquals(1, failures.size());
        }
    }

    @Test
    void offloadedWorkIsDoneAtOnce() {
        try (var runtime = new TestRuntime()) {
            var outcome = runtime.start(self -> self.offload(() -> 42) + self.blocking(() -> 1));
            assertEquals(43, outcome.resultNow());
        }
    }
}
