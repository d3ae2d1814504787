package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.StormParcels.Parcel;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Matched;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four shards, outside threads, kills and timeouts on a small pool, with real threads. */
@Tag("threads") // and not simulated: once more under a sampler
@Timeout(1_800) // for 200 storms on a loaded machine; each has its own limit
class IpcStormTest {
    private static final int STORMS = Integer.getInteger("hive.storms", 3);
    private static final int ACTORS = 24;
    private static final int OUTSIDERS = 3;
    private static final int OPERATIONS = 400;

    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicLong replies = new AtomicLong();
    private final AtomicReferenceArray<ActorId> actors = new AtomicReferenceArray<>(ACTORS);

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void nothingIsLostAndNobodyHangs(FiberMode mode) throws Exception {
        for (int i = 0; i < STORMS; i++) {
            storm(mode, TestRuntime.freshSeed());
        }
    }

    private void storm(FiberMode mode, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var parcels = new StormParcels();
        timeouts.set(0);
        replies.set(0);
        for (int i = 0; i < ACTORS; i++) {
            actors.set(i, null);
        }
        Hive hive = Hive.start(HiveConfig.builder().name("storm").shards(4).messages(32).reservedMessages(4)
                .fiberMode(mode).idleSpin(ofMillis(0)).listener(parcels).build());
        assertEquals(mode, hive.fiberMode());
        for (int i = 0; i < ACTORS; i++) {
            actors.set(i, spawn(hive, parcels, i, random.nextLong()));
        }
        var done = new CountDownLatch(OUTSIDERS);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < OUTSIDERS; i++) {
            long choices = random.nextLong();
            threads.add(Thread.ofPlatform().start(() -> outside(hive, parcels, new SplittableRandom(choices), done)));
        }
        for (int i = 0; i < 200; i++) { // kills, and somebody new in the place of each
            int victim = random.nextInt(ACTORS);
            hive.kill(actors.get(victim));
            actors.set(victim, spawn(hive, parcels, victim, random.nextLong()));
            if (random.nextInt(10) == 0) {
                threads.get(random.nextInt(OUTSIDERS)).interrupt();
            }
            Thread.onSpinWait();
        }
        assertTrue(done.await(60, TimeUnit.SECONDS), "an outside thread hangs; seed " + seed);
        for (int i = 0; i < ACTORS; i++) {
            await(hive, actors.get(i), seed);
        }
        awaitNothingUnderWay(parcels);
        assertEquals(Set.of(), parcels.lost(), () -> "seed " + seed + ", " + hive.stats());
        Sampler.assertItWorks();
        var report = hive.close(ofSeconds(20));
        assertNotNull(report, "seed " + seed);
        assertEquals(List.of(), report.stuck(), "seed " + seed);
        var stats = hive.stats();
        assertEquals(0, stats.messagesInUse(), stats + " seed " + seed);
        assertEquals(0, stats.waitingForSlots(), stats + " seed " + seed);
        assertEquals(0, stats.actors(), stats + " seed " + seed);
        assertEquals(List.of(), List.copyOf(parcels.failures), "seed " + seed);
        assertTrue(timeouts.get() > 0 && replies.get() > 0 && stats.drops() > 0,
                timeouts + " timeouts, " + replies + " replies, " + stats);
    }

    /**
     * Senders that wait for room and then for a slot, granted by another shard while their own is busy and their
     * deadlines are near: the wake-up of the first wait is on its way when the second begins.
     */
    @Test
    void twoWaitsInARowLoseNoWakeUp() {
        int senders = 8;
        int messages = 150;
        try (Hive hive = Hive.start(HiveConfig.builder().name("rows").shards(2).messages(4).reservedMessages(1).build())) {
            ActorId limited = hive.spawn((self, message) -> spin(100),
                    ActorConfig.DEFAULT.onShard(1).withLimit(MailboxLimit.blockSender(1)));
            ActorId plain = hive.spawn((self, message) -> spin(20), ActorConfig.DEFAULT.onShard(1));
            var left = new CountDownLatch(senders + 3);
            for (int i = 0; i < senders; i++) {
                hive.spawn((ActorBody) self -> {
                    Sampler.watchMe();
                    for (int k = 0; k < messages; k++) {
                        count(self.send(limited, 1, "x", Duration.ofMillis(1)));
                    }
                    left.countDown();
                }, ActorConfig.DEFAULT.onShard(0));
            }
            for (int i = 0; i < 3; i++) {
                hive.spawn((ActorBody) self -> {
                    Sampler.watchMe();
                    for (int k = 0; k < 10 * messages; k++) {
                        count(self.send(plain, 1, "x"));
                    }
                    left.countDown();
                }, ActorConfig.DEFAULT.onShard(Math.min(i, 1)));
                hive.spawn((ActorBody) self -> {
                    Sampler.watchMe();
                    while (left.getCount() > 0) {
                        spin(50);
                        self.yield();
                    }
                }, ActorConfig.DEFAULT.onShard(0));
            }
            boolean isOver = left.await(60, TimeUnit.SECONDS);
            assertTrue(isOver, left + ", " + hive.stats());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void spin(long micros) {
        long end = System.nanoTime() + micros * 1000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void await(Hive hive, ActorId actor, long seed) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (hive.isAlive(actor)) {
            assertTrue(System.nanoTime() < end, actor + " hangs; seed " + seed);
            Thread.onSpinWait();
        }
    }

    /** What was sent to somebody who is gone is on its way to be reported. */
    private static void awaitNothingUnderWay(StormParcels parcels) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!parcels.lost().isEmpty() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private ActorId spawn(Hive hive, StormParcels parcels, int index, long seed) {
        ActorConfig config = ActorConfig.named("s" + index).onShard(index % 4).withPriority(Priority.values()[index / 4 % 4]);
        MailboxLimit limit = switch (index % 9) {
            case 0, 3 -> MailboxLimit.blockSender(2);
            case 1 -> MailboxLimit.dropOldest(2);
            case 2 -> MailboxLimit.dropNewest(2);
            case 4 -> MailboxLimit.fail(2);
            case 5 -> MailboxLimit.conflate(2, parcel -> ((Parcel) parcel).tag());
            default -> null;
        };
        return hive.spawn((ActorBody) self -> live(self, parcels, new SplittableRandom(seed)),
                limit == null ? config : config.withLimit(limit));
    }

    private void live(ActorContext self, StormParcels parcels, SplittableRandom choices) {
        Sampler.watchMe();
        ActorId me = self.self(); // not asked again: what a killed actor has received counts
        for (int i = 0; i < OPERATIONS; i++) {
            ActorId to = actors.get(choices.nextInt(ACTORS));
            var parcel = new Parcel(me.number(), i, choices.nextInt(2));
            long began = System.nanoTime();
            switch (to == null || to == me ? 7 : choices.nextInt(9)) {
                case 0 -> notify(self, parcels, to, parcel);
                case 1, 2, 3 -> send(self, parcels, to, parcel, choices.nextInt(3));
                case 4 -> request(self, parcels, to, parcel, 1 + choices.nextInt(3));
                case 5 -> took(me, self, parcels, self.receive(MessageFilter.any().tag(choices.nextInt(2)), Duration.ofMillis(1)));
                default -> took(me, self, parcels, self.receive(Duration.ofMillis(choices.nextInt(3))));
            }
            parcels.ended("call", began);
        }
    }

    private static void notify(ActorContext ipc, StormParcels parcels, ActorId to, Parcel parcel) {
        parcels.sends(parcel);
        NotifyStatus status = null;
        try {
            status = ipc.notify(to, parcel.tag(), parcel);
        } finally {
            if (status != NotifyStatus.SENT) {
                parcels.notSent(parcel, status == null ? "a kill" : status);
            }
        }
    }

    private void send(ActorContext ipc, StormParcels parcels, ActorId to, Parcel parcel, long timeout) {
        parcels.sends(parcel);
        SendStatus status = null;
        try {
            status = ipc.send(to, parcel.tag(), parcel, Timeouts.ofMillis(timeout));
        } finally {
            if (status != SendStatus.SENT) {
                parcels.notSent(parcel, status == null ? "a kill" : status);
            }
        }
        count(status);
    }

    private void request(ActorContext ipc, StormParcels parcels, ActorId to, Parcel parcel, long timeout) {
        parcels.sends(parcel);
        RequestResult<Message> answer = null;
        try {
            answer = ipc.request(to, parcel.tag(), parcel, Timeouts.ofMillis(timeout));
        } finally {
            if (answer == null) {
                parcels.isUnclear(parcel);
            }
        }
        parcels.answered(parcel, answer);
        if (answer instanceof Reply) {
            replies.incrementAndGet();
        }
    }

    private static void took(ActorId me, ActorContext ipc, StormParcels parcels, Matched got) {
        if (got instanceof Message message) {
            Parcel parcel = parcels.received(me, message);
            if (message.messageClass() == MessageClass.REQUEST) {
                var status = ipc.reply(message, parcel);
                assert status != ReplyStatus.TOO_LARGE;
            }
        }
    }

    private void count(SendStatus status) {
        if (status == SendStatus.TIMEOUT) {
            timeouts.incrementAndGet();
        }
    }

    private void outside(Hive hive, StormParcels parcels, SplittableRandom choices, CountDownLatch done) {
        long me = -1L - choices.nextInt(1_000_000);
        for (int i = 0; i < OPERATIONS; i++) {
            var parcel = new Parcel(me, i, choices.nextInt(2));
            ActorId to = actors.get(choices.nextInt(ACTORS)); // all are there by now
            long began = System.nanoTime();
            parcels.sends(parcel);
            SendStatus status = hive.send(to, parcel.tag(), parcel, ofMillis(choices.nextInt(3)));
            if (status == SendStatus.INTERRUPTED) {
                Thread.interrupted(); // it has left the line, which is what this is about
            }
            if (status != SendStatus.SENT) {
                parcels.notSent(parcel, status);
            }
            count(status);
            parcels.ended("send from outside", began);
        }
        done.countDown();
    }
}
