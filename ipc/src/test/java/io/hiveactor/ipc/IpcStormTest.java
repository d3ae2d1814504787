package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.StraightLine;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
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
@Timeout(120)
class IpcStormTest {
    private static final int STORMS = Integer.getInteger("hive.storms", 3);
    private static final int ACTORS = 24;
    private static final int OUTSIDERS = 3;
    private static final int OPERATIONS = 400;

    private record Parcel(long sender, long number) {}

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong unclear = new AtomicLong();
    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicLong replies = new AtomicLong();
    private final ConcurrentHashMap<String, Long> lastReceived = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> failures = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<ActorId> actors = new AtomicReferenceArray<>(ACTORS);

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void nothingIsLostAndNobodyHangs(FiberMode mode) throws Exception {
        for (int i = 0; i < STORMS; i++) {
            storm(mode, TestRuntime.freshSeed());
        }
    }

    private void storm(FiberMode mode, long seed) throws Exception {
        var random = new Random(seed);
        sent.set(0);
        received.set(0);
        unclear.set(0);
        timeouts.set(0);
        replies.set(0);
        lastReceived.clear();
        for (int i = 0; i < ACTORS; i++) {
            actors.set(i, null);
        }
        Hive hive = Hive.start(HiveConfig.builder().name("storm").shards(4).messages(32).reservedMessages(4)
                .fiberMode(mode).idleSpin(ofMillis(0)).build());
        assertEquals(mode, hive.fiberMode());
        for (int i = 0; i < ACTORS; i++) {
            actors.set(i, spawn(hive, i, random.nextLong()));
        }
        var done = new CountDownLatch(OUTSIDERS);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < OUTSIDERS; i++) {
            long choices = random.nextLong();
            threads.add(Thread.ofPlatform().start(() -> outside(hive, new Random(choices), done)));
        }
        for (int i = 0; i < 200; i++) { // kills, and somebody new in the place of each
            int victim = random.nextInt(ACTORS);
            hive.kill(actors.get(victim));
            actors.set(victim, spawn(hive, victim, random.nextLong()));
            if (random.nextInt(10) == 0) {
                threads.get(random.nextInt(OUTSIDERS)).interrupt();
            }
            Thread.onSpinWait();
        }
        assertTrue(done.await(60, TimeUnit.SECONDS), "an outside thread hangs; seed " + seed);
        for (int i = 0; i < ACTORS; i++) {
            await(hive, actors.get(i), seed);
        }
        Sampler.assertItWorks();
        var report = hive.close(ofSeconds(20));
        assertNotNull(report, "seed " + seed);
        assertEquals(List.of(), report.stuck(), "seed " + seed);
        var stats = hive.stats();
        assertEquals(0, stats.messagesInUse(), stats + " seed " + seed);
        assertEquals(0, stats.waitingForSlots(), stats + " seed " + seed);
        assertEquals(0, stats.actors(), stats + " seed " + seed);
        assertTrue(failures.isEmpty(), failures + " seed " + seed);
        long lost = sent.get() - received.get() - stats.undelivered();
        assertTrue(lost <= 0 && -lost <= unclear.get(),
                "sent " + sent + ", received " + received + ", unclear " + unclear + ", " + stats + " seed " + seed);
        assertTrue(timeouts.get() > 0 && replies.get() > 0, timeouts + " timeouts, " + replies + " replies");
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
                hive.spawn((StraightLine) self -> {
                    Sampler.watchMe();
                    for (int k = 0; k < messages; k++) {
                        count(Ipc.of(self).send(limited, 1, "x", 1));
                    }
                    left.countDown();
                }, ActorConfig.DEFAULT.onShard(0));
            }
            for (int i = 0; i < 3; i++) {
                hive.spawn((StraightLine) self -> {
                    Sampler.watchMe();
                    for (int k = 0; k < 10 * messages; k++) {
                        count(Ipc.of(self).send(plain, 1, "x", -1));
                    }
                    left.countDown();
                }, ActorConfig.DEFAULT.onShard(Math.min(i, 1)));
                hive.spawn((StraightLine) self -> {
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

    private ActorId spawn(Hive hive, int index, long seed) {
        ActorConfig config = ActorConfig.named("s" + index).onShard(index % 4);
        return hive.spawn((StraightLine) self -> live(self, new Random(seed)),
                index % 3 == 0 ? config.withLimit(MailboxLimit.blockSender(2)) : config);
    }

    private void live(ActorContext self, Random choices) {
        Sampler.watchMe();
        Ipc ipc = Ipc.of(self);
        long number = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            ActorId to = actors.get(choices.nextInt(ACTORS));
            number++;
            switch (choices.nextInt(8)) {
                case 0, 1, 2 -> {
                    if (to != null) {
                        unclear.incrementAndGet(); // a kill may end this actor right after it has sent
                        count(ipc.send(to, 0, new Parcel(self.self().number(), number), choices.nextInt(3)));
                        unclear.decrementAndGet();
                    }
                }
                case 3 -> {
                    if (to != null && to != self.self()) {
                        unclear.incrementAndGet();
                        Answer answer = ipc.request(to, 1, new Parcel(self.self().number(), number),
                                1 + choices.nextInt(3));
                        if (answer instanceof Reply) {
                            replies.incrementAndGet();
                        }
                    }
                }
                case 4 -> took(self, ipc, ipc.receiveMatch(MessageFilter.any().tag(choices.nextInt(2)), 1));
                default -> took(self, ipc, ipc.receive(choices.nextInt(3)));
            }
        }
    }

    private void took(ActorContext self, Ipc ipc, Matched got) {
        if (!(got instanceof Message message)) {
            return;
        }
        received.incrementAndGet();
        Parcel parcel = message.as(Parcel.class);
        String pair = parcel.sender + ">" + self.self().number() + "/" + message.tag();
        Long last = lastReceived.put(pair, parcel.number);
        if (last != null && last >= parcel.number) {
            failures.put(pair, "out of order or twice: " + parcel + " after " + last);
        }
        if (message.messageClass() == MessageClass.REQUEST) {
            var status = ipc.reply(message, parcel);
            assert status != null;
        }
    }

    private void count(SendStatus status) {
        if (status == SendStatus.SENT) {
            sent.incrementAndGet();
        } else if (status == SendStatus.TIMEOUT) {
            timeouts.incrementAndGet();
        }
    }

    private void outside(Hive hive, Random choices, CountDownLatch done) {
        long me = -1L - choices.nextInt(1_000_000);
        for (int i = 0; i < OPERATIONS; i++) {
            try {
                ActorId to = actors.get(choices.nextInt(ACTORS)); // all are there by now
                count(hive.send(to, 0, new Parcel(me, i), ofMillis(choices.nextInt(3))));
            } catch (InterruptedException e) {
                // it has left the line, which is what this is about
            }
        }
        done.countDown();
    }
}
