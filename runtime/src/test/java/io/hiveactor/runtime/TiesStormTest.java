package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links, monitors and names between shards that run at once: every end is told, once, and nothing is left. */
@Timeout(120)
class TiesStormTest {
    private static final int SHARDS = 3;
    private static final int WORKERS = 1500;
    private static final int AT_ONCE = 40;

    private static void assertNothingIsLeft(Hive hive) {
        Hives.eventually("everybody has ended: " + hive.stats(), () -> hive.stats().actors() == 0);
        Hives.eventually("no place is taken: " + hive.stats(), () -> hive.stats().systemPlaces() == 0);
        Hives.eventually("no name is left", () -> hive.stats().names() + hive.stats().nameWatches() == 0);
        assertEquals(0, hive.stats().zombies());
        Hives.closeClean(hive);
        Hives.eventually("no fiber is left", () -> hive.stats().fibers() == 0);
    }

    /** Spawns workers that end in every way, and must hear of each of them as often as it wanted to. */
    private static final class Keeper implements ActorBody {
        private final SplittableRandom random;
        private final CompletableFuture<String> outcome;
        /** How many EXITs are still to come, by number; links by the negative number of the actor. */
        private final Map<Long, ActorId> expected = new HashMap<>();
        private int told;

        Keeper(long seed, CompletableFuture<String> outcome) {
            random = new SplittableRandom(seed);
            this.outcome = outcome;
        }

        @Override
        public void run(ActorContext self) {
            try {
                for (int i = 0; i < WORKERS; i++) {
                    spawn(self);
                    while (expected.size() > AT_ONCE) {
                        hear(self.receive());
                    }
                }
                while (!expected.isEmpty()) {
                    if (!(self.receive(Duration.ofSeconds(20)) instanceof Message message)) {
                        throw new AssertionError("an EXIT that never came: " + expected);
                    }
                    hear(message);
                }
                if (self.receive(Duration.ofMillis(20)) instanceof Message message) {
                    throw new AssertionError("one too many: " + message);
                }
                outcome.complete(told > 0 ? "ok" : "told nothing");
            } catch (AssertionError e) {
                outcome.completeExceptionally(e);
            }
        }

        private void hear(Message message) {
            if (message.messageClass() != MessageClass.EXIT) {
                return;
            }
            ActorExit exit = message.as(ActorExit.class);
            long number = message.correlation() == 0 ? -exit.actor().number() : message.correlation();
            ActorId whose = expected.remove(number);
            if (whose != exit.actor()) {
                throw new AssertionError("not awaited, or twice: " + exit + " under " + number);
            }
            told++;
        }

        private void spawn(ActorContext self) {
            int way = random.nextInt(5);
            boolean links = random.nextBoolean();
            ActorBody body = inner -> {
                switch (way) {
                    case 0 -> {} // at once
                    case 1 -> throw new IllegalStateException("boom");
                    case 2 -> inner.exit(ExitReason.of(3));
                    case 3 -> inner.receive();
                    default -> {
                        inner.yield();
                        Hives.sent(inner.notify(inner.self(), "last words"));
                    }
                }
            };
            var config = ActorConfig.named("worker").onShard(random.nextInt(SHARDS));
            ActorId worker = self.spawn(body, config.withInit(id -> {
                expectMonitor(self, id);
                if (links) {
                    expectLink(self, id);
                }
            }));
            if (random.nextInt(3) == 0) {
                expectMonitor(self, worker); // it may be over by now
            }
            if (random.nextInt(3) == 0 && !links) {
                expectLink(self, worker);
            }
            if (random.nextInt(8) == 0 && self.unlink(worker)) {
                expected.remove(-worker.number());
            }
            if (way == 3) {
                self.kill(worker);
            }
        }

        private void expectMonitor(ActorContext self, ActorId worker) {
            if (self.monitor(worker) instanceof Monitor monitor) {
                expected.put(monitor.number(), worker);
                if (random.nextInt(6) == 0 && self.demonitor(monitor.number())) {
                    expected.remove(monitor.number());
                }
            }
        }

        private void expectLink(ActorContext self, ActorId worker) {
            if (self.link(worker) == LinkStatus.LINKED) {
                expected.put(-worker.number(), worker);
            }
        }
    }

    @Test
    void everyLinkAndMonitorHearsOfEachEndOnce() {
        long seed = new SplittableRandom().nextLong();
        Hive hive = Hives.start(Hives.config().shards(SHARDS));
        var outcomes = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 2 * SHARDS; i++) {
            var outcome = new CompletableFuture<String>();
            outcomes.add(outcome);
            hive.spawn(new Keeper(seed + i, outcome), ActorConfig.named("keeper").onShard(i % SHARDS));
        }
        for (CompletableFuture<String> outcome : outcomes) {
            assertEquals("ok", outcome.orTimeout(60, TimeUnit.SECONDS).join(), "seed " + seed);
        }
        assertNothingIsLeft(hive);
    }

    /** The names are locked all the time, so an actor that has some waits in the middle of its end. */
    @Test
    void whatAnActorIsToldOfWhileItEndsIsGivenBack() {
        Hive hive = Hives.start();
        try (var busy = new Lockers(hive)) {
            assertTrue(hive.isAlive(busy.bystander));
            for (int round = 0; round < 600; round++) {
                ActorId other = hive.spawn((self, message) -> {}, ActorConfig.named("other").onShard(1));
                var tied = new AtomicBoolean();
                ActorId one = hive.spawn((ActorBody) self -> {
                    for (int i = 0; i < 8; i++) {
                        assertTrue(self.monitor(other) instanceof Monitor);
                    }
                    assertEquals(LinkStatus.LINKED, self.link(other));
                    tied.set(true);
                    self.receive();
                }, ActorConfig.named("one" + round).onShard(0).registered());
                Hives.eventually("it is tied", tied::get);
                hive.kill(one);
                hive.kill(other);
                if (round % 50 == 0) {
                    Hives.eventually("both have ended", () -> hive.stats().actors() == 1);
                }
            }
        }
        assertNothingIsLeft(hive);
    }

    /** Threads that lock the names all the time. */
    private static final class Lockers implements AutoCloseable {
        private final Hive hive;
        final ActorId bystander;
        private final AtomicBoolean stop = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        Lockers(Hive hive) {
            this.hive = hive;
            bystander = hive.spawn((self, message) -> {}, ActorConfig.DEFAULT.onShard(0));
            for (int i = 0; i < 2; i++) {
                String name = "busy" + i;
                threads.add(Thread.ofPlatform().daemon().start(() -> lock(name)));
            }
        }

        private void lock(String name) {
            while (!stop.get()) {
                RegisterStatus status = hive.names().register(name, bystander);
                assertTrue(status == RegisterStatus.REGISTERED && hive.names().unregister(name, bystander));
            }
        }

        @Override
        public void close() {
            stop.set(true);
            for (Thread thread : threads) {
                Hives.eventually("a locker ends", () -> !thread.isAlive());
            }
            hive.kill(bystander);
        }
    }

    @Test
    void aNameIsFreeWhenTheExitOfItsOwnerIsRead() {
        Hive hive = Hives.start();
        var outcome = new CompletableFuture<Integer>();
        try (var busy = new Lockers(hive)) {
            assertTrue(hive.isAlive(busy.bystander));
            hive.spawn((ActorBody) self -> {
                ActorBody owner = inner -> {};
                var there = ActorConfig.named("name").onShard(1).registered()
                        .withInit(id -> assertTrue(self.monitor(id) instanceof Monitor));
                int taken = 0;
                for (int i = 0; i < 800; i++) {
                    if (self.trySpawn(owner, there) == SpawnResult.NoActor.NAME_TAKEN) {
                        taken++;
                    } else {
                        assertEquals(MessageClass.EXIT, self.receive().messageClass());
                        taken += hive.names().find("name") == null ? 0 : 1;
                    }
                }
                outcome.complete(taken);
            }, ActorConfig.named("heir").onShard(0));
            assertEquals(0, outcome.orTimeout(60, TimeUnit.SECONDS).join());
        }
        assertNothingIsLeft(hive);
    }

    @Test
    void ofThoseWhoWantANameAtOnceOneGetsIt() throws InterruptedException {
        Hive hive = Hives.start();
        int threads = 3;
        int rounds = 400;
        var winners = new AtomicInteger();
        var barrier = new CyclicBarrier(threads);
        var failures = new ArrayList<Throwable>();
        var racers = new ArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            int racer = i;
            racers.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        race(hive, racer, "name" + round, winners, barrier);
                    }
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                    barrier.reset();
                }
            }));
        }
        for (Thread racer : racers) {
            racer.join();
        }
        assertEquals(List.of(), failures);
        assertEquals(rounds, winners.get());
        assertNothingIsLeft(hive);
    }

    private static void race(Hive hive, int racer, String name, AtomicInteger winners, CyclicBarrier barrier)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        barrier.await(20, TimeUnit.SECONDS);
        Handler idle = (self, message) -> {};
        SpawnResult result = hive.trySpawn(idle, ActorConfig.named(name).onShard(racer % 2).registered());
        barrier.await(20, TimeUnit.SECONDS);
        if (result instanceof ActorId winner) {
            winners.incrementAndGet();
            assertEquals(winner, hive.names().find(name));
            hive.kill(winner);
        } else {
            assertEquals(SpawnResult.NoActor.NAME_TAKEN, result);
        }
    }
}
