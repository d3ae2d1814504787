package io.hiveactor.runtime.time;

/**
 * A clock that stands still until it is set.
 *
 * <p><b>Threads:</b> one writer, many readers.
 */
public final class ManualClock implements Clock {
    private volatile long nanos;

    @Override
    public long nanos() {
        return nanos;
    }

    /** Moves time on; it never goes back. */
    public void set(long newNanos) {
        if (newNanos < nanos) {
            throw new IllegalArgumentException("time cannot go back from " + nanos + " to " + newNanos);
        }
        nanos = newNanos;
    }
}
