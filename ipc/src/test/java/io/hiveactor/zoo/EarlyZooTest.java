package io.hiveactor.zoo;

import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoMatch;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.ReservedId;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of wait that closes a cycle is found as it starts: no shard ever sleeps here, so that nobody looks because of
 * that, and by itself the watchdog would look in an hour.
 */
@Tag("threads") // and not simulated: once more under a sampler
@Timeout(60)
class EarlyZooTest {
    private static final Duration PERIOD = Duration.ofHours(1);

    private final BlockingQueue<Deadlock> told = new LinkedBlockingQueue<>();
    private final List<ActorId> actors = new ArrayList<>();
    private Hive hive;

    private void open(FiberMode mode, int slots) {
        open(mode, slots, DeadlockPolicy.REPORT);
    }

    private void open(FiberMode mode, int slots, DeadlockPolicy policy) {
        var listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                told.add(deadlock);
            }
        };
        hive = Hive.start(HiveConfig.builder().name("zoo").shards(2).messages(slots + 1).reservedMessages(1)
                .fiberMode(mode)
                .watch(WatchConfig.DEFAULT.withPeriod(PERIOD).withPolicy(policy)).listener(listener).build());
        for (int shard = 0; shard < 2; shard++) {
            spawn("busy", shard, EarlyZooTest::neverRest);
        }
    }

    private static void neverRest(ActorContext self) {
        while (true) {
            self.yield();
        }
    }

    @AfterEach
    void close() {
        actors.forEach(hive::kill); // those that are stuck or never rest would keep the hive from coming to rest
        var report = hive.close(ofSeconds(20));
        assertNotNull(report);
        assertEquals(List.of(), report.stuck());
    }

    private ActorId spawn(String name, int shard, ActorBody body) {
        return spawn(body, ActorConfig.named(name).onShard(shard));
    }

    private ActorId spawn(ActorBody body, ActorConfig config) {
        ActorId id = hive.spawn(body, config);
        actors.add(id);
        return id;
    }

    private static ActorId met(ActorContext self, CompletableFuture<ActorId> other) throws Exception {
        return self.await(other, ofSeconds(10));
    }

    private void isToldOf(String... names) throws InterruptedException {
        Deadlock deadlock = told.poll(20, TimeUnit.SECONDS);
        assertNotNull(deadlock, () -> "nothing was told: " + hive.diagnose());
        assertEquals(Set.of(names), deadlock.members().stream().map(each -> each.identity().name()).collect(toSet()));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSelectOverTwoWhoBothWaitForItsActor(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var chooser = new CompletableFuture<ActorId>();
        ActorBody waits = self -> assertNotNull(
                self.receive(MessageFilter.any().from(met(self, chooser))));
        ActorId left = spawn("left", 0, waits);
        ActorId right = spawn("right", 0, waits);
        chooser.complete(spawn("chooser", 0, self -> assertNotNull(self.select(MessageFilter.any().from(left), MessageFilter.any().from(right)))));

        isToldOf("left", "right", "chooser");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSelectIsNotStuckWhileOneOfTwoRuns(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var chooser = new CompletableFuture<ActorId>();
        ActorId left = spawn("left", 0, self -> assertNotNull(
                self.receive(MessageFilter.any().from(met(self, chooser)))));
        ActorId right = spawn("right", 0, EarlyZooTest::neverRest);
        chooser.complete(spawn("chooser", 0, self -> assertNotNull(self.select(MessageFilter.any().from(left), MessageFilter.any().from(right)))));

        assertNull(told.poll(200, TimeUnit.MILLISECONDS));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void newsOfSomebodyWhoWaitsForTheExpectant(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var asker = new CompletableFuture<ActorId>();
        ActorId expectant = spawn("expectant", 0, self -> {
            self.expect(met(self, asker));
            self.receive();
        });
        asker.complete(spawn("asker", 0, self -> assertNotNull(
                self.receive(MessageFilter.any().from(expectant)))));

        isToldOf("expectant", "asker");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aVacantSeatWhoseOwnerAsksTheSender(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var sender = new CompletableFuture<ActorId>();
        var seat = new CompletableFuture<ActorId>();
        spawn("owner", 0, self -> {
            seat.complete(((ReservedId) self.reserveId("seat")).id());
            assertNotNull(self.receive(MessageFilter.any().from(met(self, sender))));
        });
        sender.complete(spawn("sender", 0, self ->
                assertEquals(SendStatus.SENT, self.send(met(self, seat), 0, "!"))));

        isToldOf("owner", "sender");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aPoolThatThoseWhoWaitForItHold(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        var go = new CompletableFuture<ActorId>();
        ActorBody sends = self -> assertEquals(SendStatus.SENT, self.send(met(self, go), 0, "!"));
        ActorId left = spawn("left", 0, sends);
        ActorId right = spawn("right", 1, sends);
        assertEquals(NotifyStatus.SENT, hive.notify(left, "filler"));
        assertEquals(NotifyStatus.SENT, hive.notify(right, "filler"));
        go.complete(left);

        isToldOf("left", "right");
    }

    // ---- across shards ----

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void twoOfDifferentShardsWhoAskEachOther(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var right = new CompletableFuture<ActorId>();
        ActorId left = spawn("left", 0, self -> assertNotNull(self.request(met(self, right), 0, "?")));
        right.complete(spawn("right", 1, self -> assertNotNull(self.request(left, 0, "?"))));

        isToldOf("left", "right");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void twoOfDifferentShardsWhoseMailboxesAreFull(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var right = new CompletableFuture<ActorId>();
        var isFull = new CompletableFuture<ActorId>();
        ActorConfig limited = ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1));
        ActorId left = spawn(self -> {
            assertNotNull(met(self, isFull));
            assertEquals(SendStatus.SENT, self.send(right.join(), 0, "!"));
        }, limited.withName("left").onShard(0));
        right.complete(spawn(self -> {
            assertNotNull(met(self, isFull));
            assertEquals(SendStatus.SENT, self.send(left, 0, "!"));
        }, limited.withName("right").onShard(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(left, "filler"));
        assertEquals(NotifyStatus.SENT, hive.notify(right.join(), "filler"));
        isFull.complete(left);

        isToldOf("left", "right");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSelectOverTwoOfTheOtherShard(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var chooser = new CompletableFuture<ActorId>();
        ActorBody waits = self -> assertNotNull(
                self.receive(MessageFilter.any().from(met(self, chooser))));
        ActorId left = spawn("left", 1, waits);
        ActorId right = spawn("right", 1, waits);
        chooser.complete(spawn("chooser", 0, self -> assertNotNull(self.select(MessageFilter.any().from(left), MessageFilter.any().from(right)))));

        isToldOf("left", "right", "chooser");
    }

    /** The search that the last wait asks for finds one shard busy, and no later wait asks for another search. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aShardThatDidNotAnswerIsAskedAgain(FiberMode mode) throws Exception {
        open(mode, 64);
        var left = new CompletableFuture<ActorId>();
        var go = new CompletableFuture<ActorId>();
        ActorId right = spawn("right", 1, self -> waitFor(self, met(self, left)));
        left.complete(spawn("left", 0, self -> waitFor(self, met(self, go).equals(right) ? right : self.self())));
        while (hive.snapshot().actors().stream().noneMatch(each -> each.identity().name().equals("right")
                && each.waitsFor() instanceof Wait.From)) {
            Thread.onSpinWait();
        }
        var isBusy = new CountDownLatch(1);
        spawn("spinner", 1, self -> {
            isBusy.countDown();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700); // longer than a search waits for an answer
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        assertTrue(isBusy.await(20, TimeUnit.SECONDS));
        go.complete(right);

        isToldOf("left", "right");
    }

    /** Both begin to wait at the same moment, again and again: neither may take the other for one who still runs. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void twoOfDifferentShardsWhoWaitForEachOtherAtTheSameMoment(FiberMode mode) throws InterruptedException {
        open(mode, 64, DeadlockPolicy.FAIL);
        int rounds = 50;
        var ready = new AtomicInteger();
        var done = new CountDownLatch(2);
        var right = new CompletableFuture<ActorId>();
        ActorId left = spawn("left", 0, self -> {
            waitAtTheSameMoment(self, met(self, right), ready, rounds);
            done.countDown();
        });
        right.complete(spawn("right", 1, self -> {
            waitAtTheSameMoment(self, left, ready, rounds);
            done.countDown();
        }));

        assertTrue(done.await(30, TimeUnit.SECONDS), () -> "overlooked in round " + ready.get() / 2 + ": " + hive.diagnose());
    }

    /** Whoever is failed lets the other go on. */
    private static void waitAtTheSameMoment(ActorContext self, ActorId other, AtomicInteger ready, int rounds) {
        for (int i = 1; i <= rounds; i++) {
            int both = 2 * i;
            ready.incrementAndGet();
            while (ready.get() < both) {
                Thread.onSpinWait();
            }
            if (self.receive(MessageFilter.any().from(other)) == NoMatch.DEADLOCK) {
                assertEquals(NotifyStatus.SENT, self.notify(other, "go on"));
            }
        }
    }

    // ---- far ----

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aRingOfMoreThanTheShardFollows(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var first = new CompletableFuture<ActorId>();
        ActorId[] before = {spawn("a0", 0, self -> waitFor(self, met(self, first)))};
        for (int i = 1; i < 101; i++) {
            ActorId next = before[0];
            before[0] = spawn("a" + i, 0, self -> waitFor(self, next));
        }
        first.complete(before[0]);

        isToldOf(IntStream.range(0, 101).mapToObj(i -> "a" + i).toArray(String[]::new));
    }

    private static void waitFor(ActorContext self, ActorId other) {
        assertNotNull(self.receive(MessageFilter.any().from(other)));
    }

    // ---- with policy FAIL ----

    /** Whichever of the two is the last to wait. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void insideAShardTheWaitThatClosesACycleFailsAtOnce(FiberMode mode) throws Exception {
        open(mode, 64, DeadlockPolicy.FAIL);
        var right = new CompletableFuture<ActorId>();
        var failed = new CompletableFuture<ActorId>();
        var wentOn = new CompletableFuture<ActorId>();
        ActorId left = spawn("left", 0, self -> waitOrFail(self, met(self, right), failed, wentOn));
        right.complete(spawn("right", 0, self -> waitOrFail(self, left, failed, wentOn)));

        ActorId last = failed.get(20, TimeUnit.SECONDS);
        assertEquals(last.equals(left) ? right.join() : left, wentOn.get(20, TimeUnit.SECONDS));
        isToldOf("left", "right");
    }

    private static void waitOrFail(
            ActorContext self, ActorId other, CompletableFuture<ActorId> failed, CompletableFuture<ActorId> wentOn) {
        if (self.receive(MessageFilter.any().from(other)) == NoMatch.DEADLOCK) {
            failed.complete(self.self());
            assertEquals(NotifyStatus.SENT, self.notify(other, "go on"));
        } else {
            wentOn.complete(self.self());
        }
    }

    // ---- under pressure ----

    /** Many who wait for the pool and get what they want must not make the watchdog look away for long. */
    @Test
    void aPoolDeadlockAfterLongPressureIsFoundSoon() throws Exception {
        open(FiberMode.OWN_CARRIER, 2);
        ActorId sink = hive.spawn((self, message) -> {}, ActorConfig.named("sink").onShard(1));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_600);
        var isOver = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            spawn("presses", i % 2, self -> {
                while (System.nanoTime() < end) {
                    assertEquals(SendStatus.SENT, self.send(sink, 0, "!"));
                }
                isOver.countDown();
            });
        }
        assertTrue(isOver.await(20, TimeUnit.SECONDS));
        assertNull(told.poll());
        var go = new CompletableFuture<ActorId>();
        ActorBody sends = self -> assertEquals(SendStatus.SENT, self.send(met(self, go), 0, "!"));
        ActorId left = spawn("left", 0, sends);
        ActorId right = spawn("right", 1, sends);
        fill(left);
        fill(right);
        go.complete(left);

        assertNotNull(told.poll(850, TimeUnit.MILLISECONDS), () -> "not soon: " + hive.diagnose());
    }

    private void fill(ActorId actor) throws InterruptedException {
        assertEquals(SendStatus.SENT, hive.send(actor, 0, "filler", ofSeconds(10)));
    }
}
