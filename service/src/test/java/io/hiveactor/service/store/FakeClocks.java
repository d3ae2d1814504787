package io.hiveactor.service.store;

import io.hiveactor.service.time.Clocks;
import java.util.concurrent.TimeUnit;

/** Clocks that stand still until a test moves them. */
final class FakeClocks implements Clocks {
    private long nanos = 77;
    private long wallMs = 1_793_000_000_000L;

    /** Both clocks go on. */
    void advance(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        wallMs += millis;
    }

    /** Somebody sets the wall clock. */
    void stepWall(long millis) {
        wallMs += millis;
    }

    @Override
    public long wallMillis() {
        return wallMs;
    }

    @Override
    public long monotonicNanos() {
        return nanos;
    }
}
