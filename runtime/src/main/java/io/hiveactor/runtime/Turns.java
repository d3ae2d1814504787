package io.hiveactor.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Who waited when it was last looked, to see that whoever has come to his turn since has overtaken nobody.
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
            return line < other.line || (line == other.line && ticket < other.ticket);
        }
    }

    private List<Place> last = new ArrayList<>();
    private List<Place> now = new ArrayList<>();

    /** Somebody who waits for something now, or has come to his turn and has not run since. */
    void see(SendWaiter waiter, Object awaited) {
        now.add(new Place(waiter, awaited, waiter.line(), waiter.ticket(), !waiter.isQueued()));
    }

    /**
     * Everybody has been seen.
     *
     * @throws IllegalStateException if somebody was there before another, still waits, and the other had his turn
     */
    void check() {
        for (Place served : now) {
            if (served.isOver && !last.contains(served)) {
                for (Place other : now) {
                    if (!other.isOver && other.awaited == served.awaited && other.isBefore(served) && last.contains(other)) {
                        throw new IllegalStateException(served + " has overtaken " + other);
                    }
                }
            }
        }
        List<Place> unused = last;
        last = now;
        unused.clear();
        now = unused;
    }
}
