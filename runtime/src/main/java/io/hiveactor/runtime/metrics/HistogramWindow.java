package io.hiveactor.runtime.metrics;

import io.hiveactor.runtime.diagnosis.Histogram;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times of the last minute, from a histogram of all times since the start.
 *
 * <p><b>Threads:</b> any thread.
 */
final class HistogramWindow {
    /*
     * Nothing runs in the background: each read leaves a mark, at most one for each slice, and the result is what has
     * come since the newest mark that is as old as the window, or since the oldest one. So the window is a minute to a
     * minute and a slice while reads come at least once a slice, and reaches back to an earlier read if they are rarer.
     * There are at most as many marks as slices in a window, and two.
     */
    static final long WINDOW_NANOS = 60_000_000_000L;
    private static final long SLICE_NANOS = 10_000_000_000L;

    private record Mark(long atNanos, Histogram times) {}

    private final LongSupplier clock;
    private final Supplier<Histogram> all;
    /** The oldest first; guarded by this. */
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    HistogramWindow(LongSupplier clock, Supplier<Histogram> all) {
        this.clock = clock;
        this.all = all;
        marks.add(new Mark(clock.getAsLong(), all.get()));
    }

    synchronized Histogram recent() {
        long now = clock.getAsLong();
        Histogram times = all.get();
        if (now - marks.getLast().atNanos >= SLICE_NANOS) {
            marks.add(new Mark(now, times));
        }
        Mark base = marks.getFirst();
        for (Mark each : marks) {
            base = now - each.atNanos >= WINDOW_NANOS ? each : base;
        }
        while (marks.getFirst() != base) {
            marks.removeFirst();
        }
        return times.since(base.times);
    }
}
