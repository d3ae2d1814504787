package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** service 10.3, 16.14. */
class TokenBucketTest {
    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - SECOND / 2})
    void aFullBucketGivesItsBurstAndThenItsRate(long start) {
        var bucket = new TokenBucket(new Caveat.Rate(3, 7), start);
        for (int i = 0; i < 7; i++) {
            assertEquals(0, bucket.tryTake(1, start));
        }
        assertEquals(334, bucket.tryTake(1, start));
        assertEquals(1, bucket.tryTake(1, start + 333_000_000));
        assertEquals(0, bucket.tryTake(1, start + 334_000_000));
        assertTrue(bucket.tryTake(1, start + 334_000_000) > 0);
    }

    @Test
    void aBatchCostsAtMostTheBurst() {
        var bucket = new TokenBucket(new Caveat.Rate(10, 20), 0);

        assertEquals(0, bucket.tryTake(256, 0));
        assertEquals(100, bucket.tryTake(1, 0));
        assertEquals(0, bucket.tryTake(256, 2 * SECOND));
    }

    @Test
    void aRefusedRequestCostsNothing() {
        var bucket = new TokenBucket(new Caveat.Rate(1, 2), 0);
        assertEquals(0, bucket.tryTake(1, 0));
        assertEquals(1_000, bucket.tryTake(2, 0));
        assertEquals(0, bucket.tryTake(1, 0));
    }

    @Test
    void whatIsGivenBackCanBeTakenAgain() {
        var bucket = new TokenBucket(new Caveat.Rate(1, 2), 0);
        assertEquals(0, bucket.tryTake(2, 0));
        bucket.giveBack(2);
        assertEquals(0, bucket.tryTake(2, 0));
    }

    @Test
    void manyThreadsTakeTheBurstAndNoMore() throws Exception {
        int threads = 4;
        int burst = 10_000;
        var bucket = new TokenBucket(new Caveat.Rate(1, burst), 0);
        var taken = new AtomicInteger();
        var start = new CyclicBarrier(threads);
        try (var pool = Executors.newFixedThreadPool(threads)) {
            var done = new ArrayList<Future<?>>();
            for (int t = 0; t < threads; t++) {
                done.add(pool.submit(() -> {
                    start.await(10, TimeUnit.SECONDS);
                    for (int i = 0; i < burst; i++) {
                        taken.addAndGet(bucket.tryTake(1, 0) == 0 ? 1 : 0);
                    }
                    return null;
                }));
            }
            for (Future<?> future : done) {
                future.get(30, TimeUnit.SECONDS);
            }
        }
        assertEquals(burst, taken.get());
    }

    @Test
    void inTheLongRunItNeverGivesMoreThanBurstAndRate() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        var rate = new Caveat.Rate(random.nextLong(1, 1_000), random.nextLong(1, 1_000));
        var bucket = new TokenBucket(rate, 0);
        long now = 0;
        long taken = 0;
        for (int i = 0; i < 100_000; i++) {
            now += random.nextLong(2 * SECOND / rate.perSecond());
            taken += bucket.tryTake(1, now) == 0 ? 1 : 0;
        }
        double most = rate.burst() + (double) now * rate.perSecond() / SECOND;
        assertTrue(taken <= most + 1, "seed " + seed + ": " + taken + " of " + most);
        assertTrue(taken >= Math.min(100_000, most - rate.burst()) * 0.9,
                "seed " + seed + ": " + taken + " of " + most);
    }
}
