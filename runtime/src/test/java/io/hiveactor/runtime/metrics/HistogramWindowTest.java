package io.hiveactor.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.runtime.diagnosis.Histogram;
import org.junit.jupiter.api.Test;

class HistogramWindowTest {
    private static final long SECOND = 1_000_000_000L;

    private final long[] counts = new long[Histogram.BUCKETS];
    private long nowNanos;
    private final HistogramWindow window;

    HistogramWindowTest() {
        counts[Histogram.bucketOf(1000)] = 100; // before anybody was interested
        window = new HistogramWindow(() -> nowNanos, () -> Histogram.of(counts));
    }

    private void waited(long nanos) {
        counts[Histogram.bucketOf(nanos)]++;
    }

    @Test
    void timesFromBeforeTheFirstLookAreNotInIt() {
        assertEquals(0, window.recent().count());
        waited(1000);
        assertEquals(1, window.recent().count());
    }

    @Test
    void aTimeLeavesTheWindowAfterAMinuteAndASliceWhileItIsReadOften() {
        waited(5000);
        for (nowNanos = 0; nowNanos <= 60 * SECOND; nowNanos += SECOND) {
            assertEquals(1, window.recent().count(), () -> "at " + nowNanos);
        }
        nowNanos = 71 * SECOND;
        assertEquals(0, window.recent().count());
        waited(7);
        assertEquals(7, window.recent().nanosAt(1));
    }

    @Test
    void ofRareReadsEachSeesWhatCameSinceTheOneBefore() {
        for (int i = 0; i < 5; i++) {
            nowNanos += 600 * SECOND;
            waited(5000);
            assertEquals(1, window.recent().count());
        }
    }
}
