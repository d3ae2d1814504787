package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random publishers, readers and senders on a tiny pool, some of which are killed. After each step no slot is lost, no
 * waiter was overtaken, and none waits for a slot that is free.
 */
class BusSlotsRandomTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 200);
    private static final int ACTORS = 7;
    private static final int OPERATIONS = 25;

    private final Map<PublishStatus, Integer> seen = new EnumMap<>(PublishStatus.class);
    private int waits;

    @Test
    void waitingPublishersGetSlotsInOrderAndLeaveNothingBehind() {
        boolean isReplay = Long.getLong(TestRuntime.SEED_PROPERTY) != null;
        long first = TestRuntime.freshSeed();
        for (int i = 0; i < (isReplay ? 1 : SEEDS); i++) {
            try {
                new Run(first + i).run();
            } catch (Throwable e) {
                throw new AssertionError("-Dhive.seed=" + (first + i), e);
            }
        }
        assertTrue(isReplay || (seen.getOrDefault(PublishStatus.PUBLISHED, 0) > 5 * SEEDS
                && seen.getOrDefault(PublishStatus.TIMEOUT, 0) > SEEDS && waits > 5 * SEEDS), seen + " " + waits);
    }

    private final class Run {
        private final SplittableRandom random;
        private final TestRuntime runtime;
        private final List<Bus<Integer>> buses = new ArrayList<>();
        private final List<ActorId> actors = new ArrayList<>();
        private Throwable failure;

        Run(long seed) {
            random = new SplittableRandom(seed);
            int shards = 1 + random.nextInt(3);
            runtime = new TestRuntime(TestRuntime.config().shards(shards).messages(3 + random.nextInt(6))
                    .reservedMessages(1).fairness(random.nextInt(3))
                    .messagesPerTurn(1 + random.nextInt(4)).build(), seed);
            for (int i = 0; i < 2; i++) {
                BusConfig plain = BusConfig.of("b" + i, 1 + random.nextInt(4)).onShard(random.nextInt(shards))
                        .withMaxAge(ofMillis(random.nextInt(2) * 4));
                BusConfig kept = random.nextBoolean() ? plain.retainingLatest() : plain;
                buses.add(Bus.open(runtime.hive(), random.nextBoolean() ? kept.waiting() : kept));
            }
            for (int i = 0; i < ACTORS; i++) {
                SplittableRandom choices = random.split();
                actors.add(runtime.hive().spawn((ActorBody) self -> live(self, choices),
                        ActorConfig.named("a" + i).onShard(random.nextInt(shards))
                                .withPriority(Priority.values()[random.nextInt(4)])));
            }
        }

        void run() {
            runtime.simulation().afterEachStep(this::check);
            for (int i = 0; i < 4; i++) {
                runtime.advance(ofMillis(random.nextInt(20)));
                runtime.hive().kill(actors.get(random.nextInt(ACTORS)));
            }
            runtime.advance(ofMillis(1_000));
            assertEquals(0, runtime.hive().stats().actors());
            buses.forEach(Bus::close);
            runtime.runUntilBlocked();
            assertEquals(0, runtime.hive().stats().waitingForSlots());
            assertEquals(0, runtime.hive().stats().messagesInUse());
            runtime.close();
            if (failure != null) {
                throw new AssertionError(failure);
            }
        }

        private void check() {
            PoolCensus census = Simulations.census(runtime.simulation());
            assertTrue(census.waiting() == 0 || census.usable() < census.wanted(), census::toString);
            waits += census.waiting();
        }

        private void live(ActorContext self, SplittableRandom choices) throws Exception {
            try (Subscription<Integer> mine = buses.get(choices.nextInt(2)).subscribe(self)) {
                for (int i = 0; i < OPERATIONS; i++) {
                    act(self, mine, choices);
                }
            } catch (AssertionError e) {
                failure = e;
            }
        }

        private void act(ActorContext self, Subscription<Integer> mine, SplittableRandom choices) {
            int millis = choices.nextInt(6);
            switch (choices.nextInt(6)) {
                case 0, 1, 2 -> publish(self, buses.get(choices.nextInt(2)), millis);
                case 3 -> assertTrue(mine.read(ofMillis(millis)) != null);
                case 4 -> assertTrue(self.send(actors.get(choices.nextInt(ACTORS)), 0, "m", Duration.ofMillis(millis)) != null);
                default -> assertTrue(self.receive(Duration.ofMillis(millis)) != null);
            }
        }

        private void publish(ActorContext self, Bus<Integer> bus, int millis) {
            long before = self.nowNanos();
            PublishStatus status = bus.publisher(self).publish(1, ofMillis(millis));
            long spent = self.nowNanos() - before;
            boolean isWaiting = millis > 0;
            seen.merge(status, 1, Integer::sum);
            assertTrue(spent <= millis * 1_000_000L, status + " after " + spent + " ns of " + millis + " ms");
            assertEquals(status == PublishStatus.TIMEOUT && isWaiting ? millis * 1_000_000L : spent, spent);
            assertTrue(!isWaiting || status == PublishStatus.PUBLISHED || status == PublishStatus.TIMEOUT,
                    status + " of a publish that waits");
        }
    }
}
