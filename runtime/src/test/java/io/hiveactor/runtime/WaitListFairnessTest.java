package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.waiting.WaitList;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How long a line of waiters may skip a lower priority. */
class WaitListFairnessTest {
    private static final int PRIORITIES = 4;

    private static final class Numbered extends Waiter {
        final int number;

        Numbered(int priority, int number) {
            super(priority);
            this.number = number;
        }
    }

    /** What a line should do, in the plainest way. */
    private static final class Model {
        final List<Numbered> waiting = new ArrayList<>();
        final int[] skips = new int[PRIORITIES];
        final int fairness;

        Model(int fairness) {
            this.fairness = fairness;
        }

        int next() {
            for (int priority = PRIORITIES - 1; priority >= 0 && fairness > 0; priority--) {
                if (skips[priority] >= fairness) {
                    return firstOf(priority);
                }
            }
            return waiting.stream().min(Comparator.comparingInt(Waiter::priority)).orElseThrow().number;
        }

        private int firstOf(int priority) {
            return waiting.stream().filter(each -> each.priority() == priority).findFirst().orElseThrow().number;
        }

        void served(Numbered waiter) {
            waiting.remove(waiter);
            skips[waiter.priority()] = 0;
            for (int lower = waiter.priority() + 1; lower < PRIORITIES; lower++) {
                skips[lower]++;
            }
            forgetEmptyLines();
        }

        void left(Numbered waiter) {
            waiting.remove(waiter);
            forgetEmptyLines();
        }

        private void forgetEmptyLines() {
            for (int priority = 0; priority < PRIORITIES; priority++) {
                int line = priority;
                if (waiting.stream().noneMatch(each -> each.priority() == line)) {
                    skips[line] = 0;
                }
            }
        }
    }

    @Test
    void theOrderIsThatOfTheModelWhoeverComesAndLeaves() {
        long seed = Long.getLong("hive.seed", System.nanoTime());
        var random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            int fairness = random.nextInt(5);
            var list = new WaitList(PRIORITIES, fairness);
            var model = new Model(fairness);
            for (int step = 0; step < 200; step++) {
                int choice = random.nextInt(5);
                if (choice < 2 || model.waiting.isEmpty()) {
                    var waiter = new Numbered(random.nextInt(PRIORITIES), step);
                    list.add(waiter);
                    model.waiting.add(waiter);
                } else if (choice < 4) {
                    var first = (Numbered) list.first();
                    assertEquals(model.next(), first.number, "-Dhive.seed=" + seed);
                    list.grant(first);
                    model.served(first);
                } else {
                    Numbered leaver = model.waiting.get(random.nextInt(model.waiting.size()));
                    list.remove(leaver);
                    model.left(leaver);
                }
                assertEquals(model.waiting.size(), list.size(), "-Dhive.seed=" + seed);
            }
        }
    }

    @Test
    void withWaitersOfAllPrioritiesNoneStarvesAndNoneIsSkippedMoreOftenThanAllowed() {
        for (int fairness = 1; fairness <= 5; fairness++) {
            var list = new WaitList(PRIORITIES, fairness);
            for (int priority = 0; priority < PRIORITIES; priority++) {
                list.add(new Numbered(priority, 0));
            }
            int[] served = new int[PRIORITIES];
            int[] skips = new int[PRIORITIES];
            for (int step = 1; step <= 1_000; step++) {
                var first = (Numbered) list.first();
                list.grant(first);
                list.add(new Numbered(first.priority(), step));
                served[first.priority()]++;
                skips[first.priority()] = 0;
                for (int lower = first.priority() + 1; lower < PRIORITIES; lower++) {
                    skips[lower]++;
                    assertTrue(skips[lower] <= fairness, "priority " + lower + " with fairness " + fairness);
                }
            }
            for (int priority = 0; priority < PRIORITIES; priority++) {
                assertTrue(served[priority] >= 100, "priority " + priority + " with fairness " + fairness);
            }
        }
    }
}
