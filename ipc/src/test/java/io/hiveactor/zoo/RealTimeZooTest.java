package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
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
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Deadlock.Kind;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Deadlocks found by the watchdog on two shards with real threads, and none where there is none. */
@Tag("threads") // and not simulated: once more under a sampler
@Timeout(60)
class RealTimeZooTest {
    private static final Duration PERIOD = ofSeconds(1);
    /** Far from at once, for a busy machine; and less than the period. */
    private static final long AT_ONCE_MILLIS = 900;

    private final BlockingQueue<Deadlock> told = new LinkedBlockingQueue<>();
    private Hive hive;

    private void open(FiberMode mode, WatchConfig watch, int messages) {
        var listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                told.add(deadlock);
            }
        };
        hive = Hive.start(HiveConfig.builder().name("zoo").shards(2).messages(messages).fiberMode(mode).watch(watch)
                .listener(listener).build());
    }

    private void open(FiberMode mode) {
        open(mode, WatchConfig.DEFAULT.withPeriod(PERIOD), 1024);
    }

    @AfterEach
    void close() {
        var report = hive.close(ofSeconds(2)); // those who are stuck do not come to rest, and are ended then
        assertNotNull(report);
        assertEquals(List.of(), report.stuck());
    }

    /** Two who ask each other, as soon as the second knows the first. */
    private void twoAskEachOther(int shard, int otherShard) {
        var other = new CompletableFuture<ActorId>();
        ActorId first = hive.spawn((ActorBody) self -> {
            ActorId second = self.await(other, ofSeconds(10));
            assertNotNull(self.request(second, 0, "?"));
        }, ActorConfig.named("first").onShard(shard));
        other.complete(hive.spawn((ActorBody) self -> assertNotNull(self.request(first, 0, "?")),
                ActorConfig.named("second").onShard(otherShard)));
    }

    private Deadlock next(long millis) throws InterruptedException {
        Deadlock deadlock = told.poll(millis, TimeUnit.MILLISECONDS);
        assertNotNull(deadlock, () -> "nothing was told within " + millis + " ms: " + hive.diagnose());
        return deadlock;
    }

    private void isTheCycleOfTwo(Deadlock deadlock) {
        assertEquals(Kind.CYCLE, deadlock.kind());
        assertEquals(2, deadlock.members().size());
        assertEquals(2, deadlock.cycle().size());
        deadlock.members().forEach(each -> assertTrue(each.line().contains("RealTimeZooTest.java"), each.line()));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void acrossShardsThatSleepItIsFoundAtOnceAndToldOnce(FiberMode mode) throws InterruptedException {
        open(mode);
        twoAskEachOther(0, 1);

        isTheCycleOfTwo(next(AT_ONCE_MILLIS));
        assertNull(told.poll(2 * PERIOD.toMillis(), TimeUnit.MILLISECONDS), "told again");
        assertEquals(1, hive.diagnose().deadlocks().size());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void onOneShardItIsFoundWhileTheShardIsBusy(FiberMode mode) throws InterruptedException {
        open(mode);
        keepBusy(0);
        twoAskEachOther(0, 0);

        isTheCycleOfTwo(next(AT_ONCE_MILLIS));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void acrossShardsItIsFoundWhileBothAreBusy(FiberMode mode) throws InterruptedException {
        open(mode);
        keepBusy(0);
        keepBusy(1);
        twoAskEachOther(0, 1);

        isTheCycleOfTwo(next(10 * PERIOD.toMillis()));
    }

    /** Two who play ping-pong for ever. */
    private void keepBusy(int shard) {
        ActorId echo = hive.spawn((self, message) -> echo(self.notify(message.sender(), "ball")),
                ActorConfig.named("echo").onShard(shard));
        hive.spawn((ActorBody) self -> {
            while (true) {
                echo(self.notify(echo, "ball"));
                self.receive();
            }
        }, ActorConfig.named("player").onShard(shard));
    }

    private static void echo(NotifyStatus status) {
        assertTrue(status == NotifyStatus.SENT || status == NotifyStatus.NO_TARGET, status.toString());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void somebodyWhoListensToAnIdleOneIsFoundOnlyWhenNobodyIsLeft(FiberMode mode) throws InterruptedException {
        open(mode);
        ActorId idle = hive.spawn((self, message) -> {}, ActorConfig.named("idle").onShard(0));
        try (var source = hive.expectExternal("the test")) {
            hive.spawn((ActorBody) self -> assertNotNull(
                    self.receive(MessageFilter.any().from(idle))), ActorConfig.named("a").onShard(1));
            assertNull(told.poll(300, TimeUnit.MILLISECONDS), source.name());
        }

        assertEquals(Kind.NOBODY_LEFT, next(AT_ONCE_MILLIS).kind());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aThreadOutsideThatSendsToWhoIsStuckIsOneOfThem(FiberMode mode) throws Exception {
        open(mode);
        ActorId stuck = hive.spawn((ActorBody) self -> assertNotNull(
                self.receive(MessageFilter.any().from(self.self()))),
                ActorConfig.named("stuck").onShard(0).withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(stuck, "filler"));
        isOfOne(next(AT_ONCE_MILLIS), "stuck");
        var sent = new CompletableFuture<SendStatus>();
        Thread.ofPlatform().name("outsider").start(() -> sent.complete(send(stuck)));

        List<Deadlock> both = hive.diagnose().deadlocks();
        while (both.getFirst().members().size() < 2) { // it may not wait yet
            both = hive.diagnose().deadlocks();
        }
        assertEquals(Set.of("stuck", "outsider"),
                both.getFirst().members().stream().map(each -> each.identity().name()).collect(toSet()));
        assertEquals(Kind.CYCLE, both.getFirst().kind());
        hive.kill(stuck);
        assertEquals(SendStatus.CLOSED, sent.get(10, TimeUnit.SECONDS));
    }

    private SendStatus send(ActorId to) {
        return hive.send(to, 0, "!");
    }

    private static void isOfOne(Deadlock deadlock, String name) {
        assertEquals(1, deadlock.members().size());
        assertEquals(name, deadlock.members().getFirst().identity().name());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void underPolicyFailOneGivesWayAndTheOtherIsAnswered(FiberMode mode) throws Exception {
        open(mode, WatchConfig.DEFAULT.withPolicy(DeadlockPolicy.FAIL), 1024);
        var results = new LinkedBlockingQueue<String>();
        var ids = new CompletableFuture<ActorId[]>();
        ActorBody[] bodies = new ActorBody[2];
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            bodies[i] = self -> {
                ActorId to = self.await(ids, ofSeconds(10))[other];
                boolean hasFailed = self.request(to, 0, "?") instanceof NoReply<Message> none
                        && none.reason() == NoReply.Reason.DEADLOCK;
                ReplyStatus replied = self.reply(self.receive(), "answer");
                results.add(hasFailed ? "gave way" : "was answered, " + replied);
            };
        }
        ids.complete(new ActorId[] {
            hive.spawn(bodies[0], ActorConfig.named("a").onShard(0)),
            hive.spawn(bodies[1], ActorConfig.named("b").onShard(1))
        });

        var both = new TreeSet<>(List.of(results.take(), results.take()));
        assertEquals(Set.of("gave way", "was answered, NOT_WAITING"), both);
        isTheCycleOfTwo(next(AT_ONCE_MILLIS));
    }

    /** Between two looks a question can be taken and answered, so that the server seems to have been idle. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void oneClientOfAnIdleServerIsNeverStuck(FiberMode mode) {
        open(mode, WatchConfig.DEFAULT.withPeriod(ofMillis(5)), 64);
        ActorId server = hive.spawn((self, message) -> assertNotNull(self.reply(message, "answer")),
                ActorConfig.named("server").onShard(1));
        hive.spawn((ActorBody) self -> {
            while (self.request(server, 0, "?") instanceof Reply) {
                // until the server has ended, with the hive: who goes on asking then does not wait, and keeps its shard
            }
        }, ActorConfig.named("client").onShard(0));

        assertTrue(looksOfOneSecond() > 5);
        assertNull(told.poll());
    }

    /** Each finds nobody stuck. */
    private int looksOfOneSecond() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        int looks = 0;
        while (System.nanoTime() < until) {
            Diagnosis diagnosis = hive.diagnose();
            assertTrue(diagnosis.isClean(), diagnosis::toString);
            looks++;
        }
        return looks;
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void inAStormWithoutADeadlockNoneIsEverSeen(FiberMode mode) throws Exception {
        long seed = TestRuntime.freshSeed();
        open(mode, WatchConfig.DEFAULT.withPeriod(ofMillis(5)), 64);
        int count = 12;
        var random = new SplittableRandom(seed);
        var handled = new AtomicLong();
        ActorId[] all = new ActorId[count];
        for (int i = count - 1; i >= 0; i--) { // each knows those above it, and waits for no others
            all[i] = hive.spawn(climber(all, i, random.nextLong(), handled), ActorConfig.named("n" + i).onShard(i % 2)
                    .withLimit(MailboxLimit.blockSender(2)));
        }
        int looks = looksOfOneSecond();
        assertTrue(looks > 5 && handled.get() > 100, looks + " looks, " + handled + " messages");
        assertNull(told.poll(), () -> "seed " + seed);
        for (ActorId each : all) {
            hive.kill(each);
        }
    }

    /** Sends to and asks those above it, now and then listens to none but a tick, and serves its own mailbox. */
    private static ActorBody climber(ActorId[] all, int me, long seed, AtomicLong handled) {
        return self -> {
            var random = new SplittableRandom(seed);
            self.every(ofMillis(1));
            while (true) {
                Message message = self.receive();
                if (message.messageClass() == MessageClass.REQUEST) {
                    handled.incrementAndGet();
                    assertNotNull(self.reply(message, "answer"));
                } else if (me + 1 < all.length) {
                    ActorId to = all[me + 1 + random.nextInt(all.length - me - 1)];
                    if (random.nextBoolean()) {
                        assertEquals(SendStatus.SENT, self.send(to, 0, "!"));
                    } else {
                        assertNotNull(self.request(to, 0, "?"));
                    }
                }
            }
        };
    }
}
