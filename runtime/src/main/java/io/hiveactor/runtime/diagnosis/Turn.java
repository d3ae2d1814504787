package io.hiveactor.runtime.diagnosis;

import java.util.Comparator;

/**
 * A place in a line of waiters.
 *
 * @param line the line of a priority; lower ones are served first
 * @param ticket who came earlier to a line has a lower one
 * @param isStrict whether lower lines are always served first; false with fairness, where any line may be served next
 */
public record Turn(int line, long ticket, boolean isStrict) implements Comparable<Turn> {
    private static final Comparator<Turn> ORDER = Comparator.comparingInt(Turn::line).thenComparingLong(Turn::ticket);

    /** With strict priorities. */
    public Turn(int line, long ticket) {
        this(line, ticket, true);
    }

    /** Whether this one is certain to be served before another one that waits for the same. */
    boolean isBefore(Turn other) {
        return compareTo(other) < 0 && isOrderedWith(other);
    }

    /** Whether the two are served in a fixed order. */
    boolean isOrderedWith(Turn other) {
        return isStrict || line == other.line;
    }

    @Override
    public int compareTo(Turn other) {
        return ORDER.compare(this, other);
    }
}
