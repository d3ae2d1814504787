package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private static Histogram of(long... times) {
        long[] counts = new long[Histogram.BUCKETS];
        for (long nanos : times) {
            counts[Histogram.bucketOf(nanos)]++;
        }
        return Histogram.of(counts);
    }

    @Test
    void nothingHasNoTimes() {
        assertEquals(0, of().count());
        assertEquals(0, of().nanosAt(1));
    }

    @Test
    void theLongestAndTheShortestTimesHaveABucket() {
        assertEquals(0, Histogram.bucketOf(0));
        assertEquals(0, Histogram.bucketOf(-5)); // a clock of the turn may be a little behind
        assertEquals(1, Histogram.bucketOf(1));
        assertEquals(Histogram.BUCKETS - 1, Histogram.bucketOf(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, of(Long.MAX_VALUE).nanosAt(1));
    }

    @Test
    void aPartIsNeverLessThanItIsAndAtMostTwiceThat() {
        var random = new SplittableRandom(7);
        long[] times = random.longs(1_000, 1, 1L << 40).sorted().toArray();
        Histogram histogram = of(times);
        for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = times[(int) Math.ceil(part * times.length) - 1];
            long told = histogram.nanosAt(part);
            assertTrue(told >= exact && told < 2 * exact, () -> part + " of " + Arrays.toString(times) + " is " + told);
        }
    }

    @Test
    void twoTogetherHaveAllTimesOfBoth() {
        assertEquals(of(1, 5, 5, 100), of(5, 100).plus(of(1, 5)));
    }

    @Test
    void whatMakesNoSenseIsNamed() {
        assertThrows(IllegalArgumentException.class, () -> Histogram.of(new long[3]));
        assertThrows(IllegalArgumentException.class, () -> of(1).nanosAt(1.1));
        assertThrows(IllegalArgumentException.class, () -> of(1).nanosAt(Double.NaN));
    }
}
