package io.hiveactor.runtime.diagnosis;

import java.util.Comparator;

/**
 * A place in a line of waiters.
 *
 * @param line the line of a priority; lower ones are served first
 * @param ticket who came earlier to a line has a lower one
 */
public record Turn(int line, long ticket) implements Comparable<Turn> {
    private static final Comparator<Turn> ORDER = Comparator.comparingInt(Turn::line).thenComparingLong(Turn::ticket);

    @Override
    public int compareTo(Turn other) {
        return ORDER.compare(this, other);
    }
}
