package io.hiveactor.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The waiters of the last look, to check that no waiter served since has overtaken another against the order: strict
 * priorities, or at most as many skips as fairness allows; FIFO within a priority.
 *
 * <p><b>Threads:</b> the one that runs the simulation, between two steps.
 */
final class Turns {
    /**
     * One wait, for one thing; a waiter that waits again has another ticket.
     *
     * @param isOver he has come to his turn, and has not run since
     */
    private record Place(SendWaiter waiter, Object awaited, int line, long ticket, boolean isOver) {
        boolean isBefore(Place other) {
            return line < other.line || isBeforeInLine(other);
        }

        boolean isBeforeInLine(Place other) {
            return awaited == other.awaited && line == other.line && ticket < other.ticket;
        }
    }

    private List<Place> last = new ArrayList<>();
    private List<Place> now = new ArrayList<>();
    /** How often each waiter that is the first of its line was seen to be skipped for a higher priority. */
    private Map<Place, Integer> skips = new HashMap<>();

    /** Somebody who waits for something now, or has come to his turn and has not run since. */
    void see(SendWaiter waiter, Object awaited) {
        now.add(new Place(waiter, awaited, waiter.line(), waiter.ticket(), !waiter.isQueued()));
    }

    /**
     * All waiters have been seen.
     *
     * @param fairness see {@link HiveConfig#fairness()}
     * @throws IllegalStateException if a waiter was served before one that should have been
     */
    void check(int fairness) {
        List<Place> served = now.stream().filter(each -> each.isOver && !last.contains(each)).toList();
        List<Place> waiting = now.stream().filter(each -> !each.isOver && last.contains(each)).toList();
        for (Place each : served) {
            for (Place other : waiting) {
                boolean isBefore = fairness == 0 ? other.isBefore(each) : other.isBeforeInLine(each);
                if (other.awaited == each.awaited && isBefore) {
                    throw new IllegalStateException(each + " has overtaken " + other);
                }
            }
        }
        if (fairness > 0) {
            checkSkips(served, waiting, fairness);
        }
        List<Place> unused = last;
        last = now;
        unused.clear();
        now = unused;
    }

    /** Counts too few: a waiter may have been served, and have run, between two looks. */
    private void checkSkips(List<Place> served, List<Place> waiting, int fairness) {
        Map<Place, Integer> skipsNow = new HashMap<>();
        for (Place each : waiting) {
            if (last.stream().noneMatch(other -> !other.isOver && other.isBeforeInLine(each))) {
                long more = served.stream().filter(other -> other.awaited == each.awaited && other.line < each.line).count();
                int count = skips.getOrDefault(each, 0) + (int) more;
                if (count > fairness) {
                    throw new IllegalStateException(each + " was skipped " + count + " times");
                }
                skipsNow.put(each, count);
            }
        }
        skips = skipsNow;
    }
}
