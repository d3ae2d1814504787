package io.hiveactor.runtime.diagnosis;

import java.util.Comparator;

/**
 * A place in a line of waiters.
 *
 * @param line the line of a priority; lower ones are served first
 * @param ticket who came earlier to a line has a lower one
 * @param isStrict whether lower lines are always served first; false with fairness, where any line may be served next
 */
public record QueuePosition(int line, long ticket, boolean isStrict) implements Comparable<QueuePosition> {
    private static final Comparator<QueuePosition> ORDER = Comparator.comparingInt(QueuePosition::line).thenComparingLong(QueuePosition::ticket);

    /** With strict priorities. */
    public QueuePosition(int line, long ticket) {
        this(line, ticket, true);
    }

    /** Whether this one is certain to be served before another one that waits for the same. */
    boolean isBefore(QueuePosition other) {
        return compareTo(other) < 0 && isOrderedWith(other);
    }

    /** Whether the two are served in a fixed order. */
    boolean isOrderedWith(QueuePosition other) {
        return isStrict || line == other.line;
    }

    @Override
    public int compareTo(QueuePosition other) {
        return ORDER.compare(this, other);
    }
}
