package io.hiveactor.runtime.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadlineWheelTest {
    private final DeadlineWheel wheel = new DeadlineWheel();
    private final List<Integer> expired = new ArrayList<>();

    private final class Named extends Deadline {
        final int name;
        long at;
        long order;
        Runnable then = () -> {};

        Named(int name) {
            this.name = name;
        }

        @Override
        protected void expire(long nowNanos) {
            assertTrue(at <= nowNanos, "early");
            expired.add(name);
            then.run();
        }
    }

    /** Random schedules, moves, cancels and polls, against a list that is sorted. */
    @Test
    void agreesWithASortedList() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var wheelOfRun = new DeadlineWheel();
            var model = new ArrayList<Named>();
            var all = new ArrayList<Named>();
            long now = 0;
            long orders = 0;
            for (int i = 0; i < 50; i++) {
                all.add(new Named(i));
            }
            for (int step = 0; step < 400; step++) {
                Named chosen = all.get(random.nextInt(all.size()));
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        chosen.at = now + (random.nextInt(5) == 0
                                ? random.nextLong(10_000_000_000L) : random.nextLong(3_000_000));
                        chosen.order = orders++;
                        wheelOfRun.schedule(chosen, chosen.at);
                        model.remove(chosen);
                        model.add(chosen);
                    }
                    case 2 -> {
                        wheelOfRun.cancel(chosen);
                        model.remove(chosen);
                        assertFalse(chosen.isScheduled());
                    }
                    default -> {
                        now += random.nextInt(10) == 0 ? random.nextLong(5_000_000_000L) : random.nextLong(2_000_000);
                        long until = now;
                        expired.clear();
                        List<Integer> due = model.stream().filter(deadline -> deadline.at <= until)
                                .sorted(Comparator.<Named>comparingLong(deadline -> deadline.at)
                                        .thenComparingLong(deadline -> deadline.order))
                                .map(deadline -> deadline.name).toList();
                        assertEquals(due.size(), wheelOfRun.poll(now), "seed " + seed);
                        assertEquals(due, expired, "seed " + seed);
                        model.removeIf(deadline -> deadline.at <= until);
                    }
                }
                assertEquals(model.size(), wheelOfRun.size(), "seed " + seed);
                long next = model.stream().mapToLong(deadline -> deadline.at).min().orElse(Clock.NEVER);
                assertTrue(wheelOfRun.nextNanos() <= next, "late, seed " + seed);
            }
        }
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
