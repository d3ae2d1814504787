package io.hiveactor.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Does nothing and counts what it is asked for. */
    private static final class CountingConnection implements BrokerConnection {
        private final AtomicInteger sent = new AtomicInteger();
        private volatile boolean isClosed;

        @Override
        public void send() {
            sent.incrementAndGet();
        }

        @Override
        public int receive() {
            return 1;
        }

        @Override
        public void acknowledge() {}

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private final CountingConnection first = new CountingConnection();
    private final CountingConnection second = new CountingConnection();
    private final List<CountingConnection> both = List.of(first, second);

    @Test
    void aClosedLoopEndsAfterItsMessages() {
        LoadResult result = ClosedLoop.run(both, 100, 1, LONG, connection -> {
            connection.send();
            return 1;
        });

        assertEquals(100, result.messages());
        assertEquals(100, result.latencies().getTotalCount());
        assertEquals(100, first.sent.get() + second.sent.get());
        assertTrue(first.isClosed && second.isClosed);
    }

    @Test
    void aClosedLoopEndsWhenItsTimeIsUp() {
        LoadResult result = ClosedLoop.run(both, Long.MAX_VALUE, 1, Duration.ofMillis(20), connection -> 1);

        assertTrue(result.messages() > 0);
        assertTrue(result.nanos() >= TimeUnit.MILLISECONDS.toNanos(20), () -> result.nanos() + " ns");
    }

    @Test
    void aStepThatFailsEndsTheLoad() {
        var failure = assertThrows(IllegalStateException.class, () -> ClosedLoop.run(both, 100, 1, LONG, connection -> {
            throw new IOException("refused");
        }));

        assertEquals("refused", failure.getCause().getMessage());
    }

    /** A halt of 50 ms in one of 100 steps that are due each millisecond delays about 50 of them, half of them by 25 ms. */
    @Test
    void aPacedLoopChargesAHaltToEveryStepThatHadToWait() {
        var halted = new AtomicInteger();
        LoadResult result = PacedLoop.run(List.of(first), 1_000, 100, connection -> {
            if (halted.getAndIncrement() == 10) {
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
                while (System.nanoTime() < until) {
                    LockSupport.parkNanos(until - System.nanoTime());
                }
            }
        }, connection -> {});

        assertEquals(100, result.latencies().getTotalCount());
        assertTrue(result.microsAt(75) > 20_000, () -> "75th percentile " + result.microsAt(75) + " us");
    }

    @Test
    void percentilesAreThoseOfTheRecordedValues() {
        var latencies = LoadResult.histogram();
        for (int millis = 1; millis <= 100; millis++) {
            latencies.recordValue(TimeUnit.MILLISECONDS.toNanos(millis));
        }
        var result = new LoadResult(TimeUnit.SECONDS.toNanos(2), 100, latencies);

        assertEquals(50_000, result.microsAt(50), 50);
        assertEquals(99_000, result.microsAt(99), 99);
        assertEquals(50, result.perSecond());
    }
}
