package io.hiveactor.zoo;

import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hiveactor.ipc.Ipc;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Seat;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.StraightLine;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Deadlock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
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
    private Hive hive;

    private void open(FiberMode mode, int slots) {
        var listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                told.add(deadlock);
            }
        };
        hive = Hive.start(HiveConfig.builder().name("zoo").shards(2).messages(slots + 1).reservedMessages(1)
                .fiberMode(mode).watch(WatchConfig.DEFAULT.withPeriod(PERIOD)).listener(listener).build());
        for (int shard = 0; shard < 2; shard++) {
            hive.spawn((StraightLine) EarlyZooTest::neverRest, ActorConfig.named("busy").onShard(shard));
        }
    }

    private static void neverRest(ActorContext self) {
        while (true) {
            self.yield();
        }
    }

    @AfterEach
    void close() {
        var report = hive.close(ofSeconds(1)); // those who are stuck do not come to rest, and are ended then
        assertNotNull(report);
        assertEquals(List.of(), report.stuck());
    }

    private ActorId spawn(String name, int shard, StraightLine body) {
        return hive.spawn(body, ActorConfig.named(name).onShard(shard));
    }

    private static ActorId met(ActorContext self, CompletableFuture<ActorId> other) throws Exception {
        return Ipc.of(self).await(other, ofSeconds(10));
    }

    private void isToldOf(String... names) throws InterruptedException {
        Deadlock deadlock = told.poll(20, TimeUnit.SECONDS);
        assertNotNull(deadlock, () -> "nothing was told: " + hive.diagnose());
        assertEquals(Set.of(names), deadlock.members().stream().map(each -> each.who().name()).collect(toSet()));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSelectOverTwoWhoBothWaitForItsActor(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var chooser = new CompletableFuture<ActorId>();
        StraightLine waits = self -> assertNotNull(
                Ipc.of(self).receiveMatch(MessageFilter.any().from(met(self, chooser)), -1));
        ActorId left = spawn("left", 0, waits);
        ActorId right = spawn("right", 0, waits);
        chooser.complete(spawn("chooser", 0, self -> assertNotNull(Ipc.of(self).select(
                -1, MessageFilter.any().from(left), MessageFilter.any().from(right)))));

        isToldOf("left", "right", "chooser");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSelectIsNotStuckWhileOneOfTwoRuns(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var chooser = new CompletableFuture<ActorId>();
        ActorId left = spawn("left", 0, self -> assertNotNull(
                Ipc.of(self).receiveMatch(MessageFilter.any().from(met(self, chooser)), -1)));
        ActorId right = spawn("right", 0, EarlyZooTest::neverRest);
        chooser.complete(spawn("chooser", 0, self -> assertNotNull(Ipc.of(self).select(
                -1, MessageFilter.any().from(left), MessageFilter.any().from(right)))));

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
                Ipc.of(self).receiveMatch(MessageFilter.any().from(expectant), -1))));

        isToldOf("expectant", "asker");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aVacantSeatWhoseOwnerAsksTheSender(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var sender = new CompletableFuture<ActorId>();
        var seat = new CompletableFuture<ActorId>();
        spawn("owner", 0, self -> {
            seat.complete(((Seat) self.openSeat("seat")).id());
            assertNotNull(Ipc.of(self).receiveMatch(MessageFilter.any().from(met(self, sender)), -1));
        });
        sender.complete(spawn("sender", 0, self ->
                assertEquals(SendStatus.SENT, Ipc.of(self).send(met(self, seat), 0, "!", -1))));

        isToldOf("owner", "sender");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aPoolThatThoseWhoWaitForItHold(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        var go = new CompletableFuture<ActorId>();
        StraightLine sends = self -> assertEquals(SendStatus.SENT, Ipc.of(self).send(met(self, go), 0, "!", -1));
        ActorId left = spawn("left", 0, sends);
        ActorId right = spawn("right", 1, sends);
        assertEquals(NotifyStatus.SENT, hive.notify(left, "filler"));
        assertEquals(NotifyStatus.SENT, hive.notify(right, "filler"));
        go.complete(left);

        isToldOf("left", "right");
    }
}
