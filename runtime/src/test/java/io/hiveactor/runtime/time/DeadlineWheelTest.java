package io.hiveactor.runtime.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DeadlineWheelTest {
    private final DeadlineWheel wheel = new DeadlineWheel();
    private final List<Integer> expired = new ArrayList<>();

    private final class Named extends Deadline {
        final int name;
        long at;
        Runnable then = () -> {};

        final Object owner;

        Named(int name) {
            this(name, new Object());
        }

        Named(int name, Object owner) {
            this.name = name;
            this.owner = owner;
        }

        @Override
        protected Object owner() {
            return owner;
        }

        @Override
        protected void expire(long nowNanos) {
            assertTrue(at <= nowNanos, "early");
            expired.add(name);
            then.run();
        }
    }

    @Nested
    class GivenAChoiceBetweenDeadlinesOfOneTime {
        private final SplittableRandom random = new SplittableRandom(1);
        private final DeadlineWheel choosing = new DeadlineWheel(random::nextInt);
        private long now;

        private List<Integer> orderOf(Named... deadlines) {
            expired.clear();
            now += 100;
            long at = now;
            for (Named each : deadlines) {
                choosing.schedule(each, at);
            }
            choosing.schedule(new Named(9), at + 1);
            assertEquals(deadlines.length + 1, choosing.poll(at + 1));
            assertEquals(9, expired.getLast(), "a later one is no choice");
            return List.copyOf(expired.subList(0, deadlines.length));
        }

        @Test
        void theyExpireInEveryOrder() {
            var orders = new HashSet<List<Integer>>();
            for (int i = 0; i < 100; i++) {
                orders.add(orderOf(new Named(1), new Named(2), new Named(3)));
            }
            assertEquals(6, orders.size());
        }

        @Test
        void thoseOfOneOwnerKeepTheirOrder() {
            var orders = new HashSet<List<Integer>>();
            for (int i = 0; i < 100; i++) {
                orders.add(orderOf(new Named(1, "a"), new Named(2, "b"), new Named(3, "a")));
            }
            assertEquals(Set.of(List.of(1, 2, 3), List.of(1, 3, 2), List.of(2, 1, 3)), orders);
        }
    }

    /** Random schedules, moves, cancels and polls, against a list that is sorted. */
    @Test
    void agreesWithASortedList() {
        long base = Long.getLong("hive.seed", System.nanoTime());
        int equalTimes = 0;
        int overdue = 0;
        for (long seed = base; seed < base + 300; seed++) {
            var run = new RandomRun(seed);
            for (int step = 0; step < 400; step++) {
                run.step();
            }
            equalTimes += run.equalTimes;
            overdue += run.overdue;
        }
        assertTrue(equalTimes > 100, "deadlines of one time: " + equalTimes);
        assertTrue(overdue > 100, "overdue when scheduled: " + overdue);
    }

    private final class RandomRun {
        private final String context;
        private final SplittableRandom random;
        private final DeadlineWheel wheelOfRun = new DeadlineWheel();
        private final List<Named> model = new ArrayList<>();
        private final List<Named> all = new ArrayList<>();
        private long now;
        private int equalTimes;
        private int overdue;

        RandomRun(long seed) {
            context = "-Dhive.seed=" + seed;
            random = new SplittableRandom(seed);
            for (int i = 0; i < 50; i++) {
                all.add(new Named(i));
            }
            if (random.nextBoolean()) { // a wheel that has been at work for a while, or for a century
                now = random.nextLong(1L << random.nextInt(1, 62));
            }
        }

        void step() {
            Named chosen = all.get(random.nextInt(all.size()));
            switch (random.nextInt(4)) {
                case 0, 1 -> schedule(chosen);
                case 2 -> {
                    wheelOfRun.cancel(chosen);
                    model.remove(chosen);
                    assertFalse(chosen.isScheduled(), context);
                }
                default -> poll();
            }
            assertEquals(model.size(), wheelOfRun.size(), context);
            long next = model.stream().mapToLong(deadline -> deadline.at).min().orElse(Clock.NEVER);
            assertTrue(wheelOfRun.nextNanos() <= next, context);
        }

        private void schedule(Named chosen) {
            chosen.at = switch (random.nextInt(8)) {
                case 0 -> all.get(random.nextInt(all.size())).at; // the time of another one
                case 1 -> Math.max(0, now - random.nextLong(100_000));
                case 2 -> now + random.nextLong(64);
                case 3 -> now + random.nextLong(1L << random.nextInt(1, 61));
                default -> now + random.nextLong(3_000_000);
            };
            model.remove(chosen);
            equalTimes += model.stream().anyMatch(other -> other.at == chosen.at) ? 1 : 0;
            overdue += chosen.at < now ? 1 : 0;
            wheelOfRun.schedule(chosen, chosen.at);
            model.add(chosen); // behind those of the same time: the sort below is stable
        }

        private void poll() {
            now += switch (random.nextInt(10)) {
                case 0 -> random.nextLong(5_000_000_000L);
                case 1 -> 0;
                case 2 -> Math.max(0, wheelOfRun.nextNanos() == Clock.NEVER ? 0 : wheelOfRun.nextNanos() - now);
                default -> random.nextLong(2_000_000);
            };
            expired.clear();
            List<Integer> due = model.stream().filter(deadline -> deadline.at <= now)
                    .sorted(Comparator.comparingLong(deadline -> deadline.at))
                    .map(deadline -> deadline.name).toList();
            assertEquals(due.size(), wheelOfRun.poll(now), context);
            assertEquals(due, expired, context);
            model.removeIf(deadline -> deadline.at <= now);
        }
    }

    /** Counts steps and not time, so that a loaded machine changes nothing. */
    @Nested
    class GivenManyPendingDeadlines {
        private static final int FIRED = 20_000;
        private static final long HOUR = 3_600_000_000_000L;

        @Test
        void aFiredTimerTakesAsManyStepsWithAMillionPendingAsWithAThousand() {
            double few = stepsPerFiredTimer(1_000);
            double many = stepsPerFiredTimer(100_000);
            double most = stepsPerFiredTimer(1_000_000);

            assertTrue(few > 1, "steps are counted: " + few);
            assertTrue(many <= 1.1 * few, few + " steps with 1,000 pending, " + many + " with 100,000");
            assertTrue(most <= 1.1 * few, few + " steps with 1,000 pending, " + most + " with 1,000,000");
        }

        /** Fires timers one after the other, up to 10 ms apart, while the others stay pending. */
        private double stepsPerFiredTimer(int pending) {
            var busy = new DeadlineWheel();
            var random = new SplittableRandom(1);
            for (int i = 0; i < pending; i++) {
                busy.schedule(new Counted(), HOUR + random.nextLong(HOUR));
            }
            var timer = new Counted();
            long before = busy.steps();
            long now = 0;
            for (int i = 0; i < FIRED; i++) {
                now += random.nextLong(10_000_000);
                busy.schedule(timer, now);
                assertEquals(1, busy.poll(now));
            }
            assertEquals(pending, busy.size());
            return (double) (busy.steps() - before) / FIRED;
        }

        @Test
        void eachOfAMillionThatFireMovesOnceALevelAtMost() {
            var busy = new DeadlineWheel();
            var random = new SplittableRandom(2);
            for (int i = 0; i < 1_000_000; i++) {
                busy.schedule(new Counted(), random.nextLong(HOUR));
            }
            int fired = 0;
            while (busy.size() > 0) {
                fired += busy.poll(busy.nextNanos());
            }

            assertEquals(1_000_000, fired);
            assertTrue(busy.steps() <= 12L * fired, busy.steps() + " steps"); // 11 levels, and the list of what is due
        }

        private static final class Counted extends Deadline {
            @Override
            protected void expire(long nowNanos) {}
        }
    }

    @Test
    void whatAnExpirySchedulesWaitsForTheNextPollEvenIfItIsDue() {
        var again = new Named(1);
        again.at = 100;
        again.then = () -> wheel.schedule(again, 100);
        wheel.schedule(again, 100);

        assertEquals(1, wheel.poll(100));
        assertEquals(1, wheel.poll(100));
        assertEquals(1, wheel.size());
        assertEquals(100, wheel.nextNanos());
    }

    @Test
    void anExpiryThatThrowsLeavesTheRestDue() {
        var failing = new Named(1);
        var behind = new Named(2);
        failing.then = () -> {
            throw new IllegalStateException("on purpose");
        };
        wheel.schedule(failing, 100);
        wheel.schedule(behind, 100);

        assertThrows(IllegalStateException.class, () -> wheel.poll(100));
        assertEquals(1, wheel.poll(100));
        assertEquals(List.of(1, 2), expired);
    }

    @Test
    void aHundredThousandInOneTickCostNoMoreThanTheirObjects() {
        for (int i = 0; i < 100_000; i++) {
            var deadline = new Named(i);
            deadline.at = 5_000_000;
            wheel.schedule(deadline, deadline.at);
        }
        assertEquals(0, wheel.poll(4_999_999));
        assertEquals(100_000, wheel.poll(5_000_000));
        assertEquals(99_999, expired.getLast());
        assertEquals(0, wheel.size());
        assertEquals(Clock.NEVER, wheel.nextNanos());
    }

    @Test
    void anExpiryMayCancelOrMoveOneThatIsDueAsWell() {
        var first = new Named(1);
        var cancelled = new Named(2);
        var moved = new Named(3);
        for (Named deadline : List.of(first, cancelled, moved)) {
            deadline.at = 100;
            wheel.schedule(deadline, 100);
        }
        first.then = () -> {
            wheel.cancel(cancelled);
            moved.at = 5000;
            wheel.schedule(moved, 5000);
        };
        assertEquals(1, wheel.poll(100));
        assertEquals(1, wheel.size());
        assertEquals(1, wheel.poll(5000));
        assertEquals(List.of(1, 3), expired);
    }
}
