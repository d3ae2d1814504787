package io.hiveactor.ipc.channel;

import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.Sampler;
import io.hiveactor.ipc.channel.ChannelUser.Hand;
import io.hiveactor.ipc.channel.ChannelUser.Place;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four shards, threads outside, kills, timeouts and interrupts around three channels, with real threads. */
@Tag("threads") // and not simulated: once more under a sampler
@Timeout(1_800) // for 200 storms on a loaded machine; each has its own limit
class ActorChannelsStormTest {
    private static final int STORMS = Integer.getInteger("hive.storms", 3);
    private static final int ACTORS = 16;
    private static final int OUTSIDERS = 3;
    private static final int OPERATIONS = 120;
    private static final int KILLS = 40;
    private static final List<Place> PLACES = List.of(
            new Place("app:single", 90, 0),
            new Place("app:drop", 120, ChannelModes.FANOUT | ChannelModes.FANOUT_DROP),
            new Place("app:block", 120, ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK));

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void nothingIsLostAndNobodyHangs(FiberMode mode) throws Exception {
        for (int i = 0; i < STORMS; i++) {
            long seed = TestRuntime.freshSeed();
            try {
                new Storm(mode, new SplittableRandom(seed)).rage();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Storm implements HiveListener {
        private final SplittableRandom random;
        private final Hive hive;
        private final Channels channels;
        private final ActorId[] actors = new ActorId[ACTORS];
        private final AtomicInteger numbers = new AtomicInteger();
        private final AtomicInteger operations = new AtomicInteger();
        private final Queue<Diary> diaries = new ConcurrentLinkedQueue<>();
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final Map<Integer, Integer> modes = new ConcurrentHashMap<>();

        Storm(FiberMode mode, SplittableRandom random) {
            this.random = random;
            hive = Hive.start(HiveConfig.builder().name("storm").shards(4).messages(64).fiberMode(mode)
                    .idleSpin(ofMillis(0)).listener(this).build());
            assertEquals(mode, hive.fiberMode());
            channels = random.nextBoolean()
                    ? Channels.open(hive, ChannelProfile.DESKTOP, 0, event -> Thread.onSpinWait())
                    : Channels.open(hive, ChannelProfile.DESKTOP);
        }

        void rage() throws InterruptedException {
            ChannelUser keeper = user(channels.external(), null, random, true);
            PLACES.forEach(place -> keeper.open(place, ChannelModes.WRONLY));
            for (int i = 0; i < ACTORS; i++) {
                spawn(i);
            }
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < OUTSIDERS; i++) {
                long choices = random.nextLong();
                threads.add(Thread.ofPlatform().start(() -> outside(new SplittableRandom(choices))));
            }
            for (int i = 0; i < KILLS; i++) { // and somebody new in the place of each
                letThemComeToSomething();
                int victim = random.nextInt(ACTORS);
                hive.kill(actors[victim]);
                spawn(victim);
                threads.get(random.nextInt(OUTSIDERS)).interrupt();
            }
            for (Thread thread : threads) {
                assertTrue(thread.join(ofSeconds(60)), "a thread outside hangs");
            }
            for (int i = 0; i < ACTORS; i++) {
                ActorId actor = actors[i];
                if (mayWaitForEver(i)) {
                    hive.kill(actor);
                }
                eventually(actor + " has ended", () -> !hive.isAlive(actor));
            }
            end(keeper);
        }

        /** Some operations between a kill and the next; fewer if everybody has ended, or waits for longer. */
        private void letThemComeToSomething() {
            int enough = operations.get() + ACTORS;
            long end = System.nanoTime() + ofMillis(2).toNanos();
            while (operations.get() < enough && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }

        private static boolean mayWaitForEver(int index) {
            return index % 5 == 0;
        }

        private void spawn(int index) {
            var choices = new SplittableRandom(random.nextLong());
            int longest = mayWaitForEver(index) ? (int) ChannelUser.ENDLESS : 2;
            actors[index] = hive.spawn((ActorBody) self -> {
                Sampler.watchMe();
                ChannelUser user = user(channels.of(self), self, choices, false);
                for (int i = 0; i < OPERATIONS; i++) {
                    user.operate(longest);
                    operations.incrementAndGet();
                }
            }, ActorConfig.named("s" + index).onShard(index % 4));
        }

        private void outside(SplittableRandom choices) {
            try {
                ChannelUser user = user(channels.external(), null, choices, true);
                for (int i = 0; i < OPERATIONS; i++) {
                    user.operate(2);
                    Thread.interrupted(); // it has ended one call, if any
                }
                List.copyOf(user.hands).forEach(user::close);
            } catch (Throwable e) {
                failures.add(e);
            }
        }

        private ChannelUser user(ChannelClient me, ActorContext ipc, SplittableRandom choices, boolean isDisturbed) {
            var diary = new Diary();
            diaries.add(diary);
            var ground = new RealGround(this, isDisturbed);
            return new ChannelUser(me, numbers.incrementAndGet(), ipc, diary, choices, ground);
        }

        @Override
        public void onExit(ActorExit exit) {
            if (exit.cause() != null) {
                failures.add(exit.cause());
            }
        }

        private void end(ChannelUser keeper) {
            eventually("all actors have ended", () -> hive.stats().actors() == 0);
            failures.forEach(failure -> {
                throw new AssertionError(failure);
            });
            eventually("tasks are left", () -> channels.counters().keySet().equals(Set.of(0)));
            TableStats stats = channels.snapshot().stats();
            assertEquals(0, stats.waiterCount(), stats.toString());
            assertEquals(PLACES.size(), stats.handleCount(), stats.toString());
            Hand single = keeper.hands.getFirst();
            keeper.open(single.place, ChannelModes.RDONLY);
            Hand last = keeper.hands.getLast();
            boolean isDrained = !last.reading.isTap;
            keeper.drain(last);
            var reckoning = new Reckoning(diaries, modes);
            reckoning.check();
            for (ChannelState state : channels.snapshot().channels()) {
                if (state.isFanOut() || isDrained) {
                    reckoning.checkWhole(state);
                }
            }
            long got = diaries.stream().flatMap(diary -> diary.readings.stream())
                    .mapToLong(reading -> reading.got.size()).sum();
            long timeouts = diaries.stream().mapToLong(diary -> diary.timeouts).sum();
            // or it would prove nothing
            assertTrue(got > 100 && timeouts > 10, got + " messages, " + timeouts + " timeouts");
            List.copyOf(keeper.hands).forEach(keeper::close);
            assertEquals(List.of(), channels.snapshot().channels());
            Sampler.assertItWorks();
            var report = hive.close(ofSeconds(20));
            assertNotNull(report);
            assertTrue(report.isClean(), report.toString());
        }
    }

    private record RealGround(Storm storm, boolean isDisturbed) implements ChannelUser.Ground {
        @Override
        public List<Place> places() {
            return PLACES;
        }

        @Override
        public void knows(int descriptor, Place place) {
            storm.modes.put(descriptor, place.mode());
        }

        @Override
        public long next(Place place) {
            return -1;
        }

        @Override
        public long nowNanos() {
            return storm.hive.nowNanos();
        }

        @Override
        public boolean isExact() {
            return false;
        }
    }
}
