package io.hiveactor.runtime.diagnosis;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How often times of which length came, each kept to within a factor of two.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Histogram {
    /** One for each power of two, and one for zero. */
    public static final int BUCKETS = Long.SIZE;

    private final long[] counts;

    private Histogram(long[] counts) {
        this.counts = counts;
    }

    /**
     * From what was counted.
     *
     * @param counts at {@link #bucketOf} each time, how many there were
     */
    public static Histogram of(long[] counts) {
        if (counts.length != BUCKETS) {
            throw new IllegalArgumentException("there must be " + BUCKETS + " buckets: " + counts.length);
        }
        return new Histogram(counts.clone());
    }

    /** Which bucket a time belongs to: 0 for nothing, then one for each power of two. */
    public static int bucketOf(long nanos) {
        return nanos <= 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(nanos);
    }

    /** How many times there were. */
    public long count() {
        return LongStream.of(counts).sum();
    }

    /**
     * A time that at least such a part of all was not longer than; at most twice what it could be. Zero if there was none.
     *
     * @param part from 0 to 1
     */
    public long nanosAt(double part) {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("part must be 0 to 1: " + part);
        }
        long wanted = (long) Math.ceil(part * count());
        long seen = counts[0];
        int bucket = 0;
        while (seen < wanted && bucket < BUCKETS - 1) {
            bucket++;
            seen += counts[bucket];
        }
        return bucket == 0 ? 0 : (1L << bucket) - 1;
    }

    /**
     * How many times were no longer than so many nanoseconds, of the buckets that end there or before.
     *
     * @param nanos exact for one less than a power of two
     */
    public long countUpTo(long nanos) {
        return LongStream.of(counts).limit(nanos == Long.MAX_VALUE ? BUCKETS : bucketOf(nanos + 1)).sum();
    }

    /** What has come since an earlier histogram of the same times. */
    public Histogram since(Histogram earlier) {
        long[] differences = counts.clone();
        for (int i = 0; i < BUCKETS; i++) {
            differences[i] = Math.max(0, differences[i] - earlier.counts[i]);
        }
        return new Histogram(differences);
    }

    /** Both together. */
    public Histogram plus(Histogram other) {
        long[] sums = counts.clone();
        for (int i = 0; i < BUCKETS; i++) {
            sums[i] += other.counts[i];
        }
        return new Histogram(sums);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Histogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return count() + " times, half of them up to " + Span.of(nanosAt(0.5)) + ", 99 % up to " + Span.of(nanosAt(0.99));
    }
}
