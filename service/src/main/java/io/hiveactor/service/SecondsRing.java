package io.hiveactor.service;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts of the last seconds, a row of several counters for each second.
 *
 * <p><b>Threads:</b> any thread; a count that arrives while its second is reused may be lost.
 */
final class SecondsRing {
    private final int seconds;
    private final int columns;
    private final AtomicIntegerArray counts;
    private final AtomicLong lastSecond = new AtomicLong(Long.MIN_VALUE);

    SecondsRing(int seconds, int columns) {
        this.seconds = seconds;
        this.columns = columns;
        counts = new AtomicIntegerArray(seconds * columns);
    }

    void add(long second, int column, int count) {
        advance(second);
        counts.addAndGet(index(second, column), count);
    }

    int get(long second, int column) {
        long last = lastSecond.get();
        return second > last || second <= last - seconds ? 0 : counts.get(index(second, column));
    }

    /** The second that was counted last. */
    long lastSecond() {
        return lastSecond.get();
    }

    private void advance(long second) {
        long last = lastSecond.get();
        while (second > last) {
            if (lastSecond.compareAndSet(last, second)) {
                for (long empty = Math.max(last + 1, second - seconds + 1); empty <= second; empty++) {
                    for (int column = 0; column < columns; column++) {
                        counts.set(index(empty, column), 0);
                    }
                }
                return;
            }
            last = lastSecond.get();
        }
    }

    private int index(long second, int column) {
        return (int) Math.floorMod(second, (long) seconds) * columns + column;
    }
}
