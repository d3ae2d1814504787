package io.hiveactor.service.time;

import java.time.Instant;

/**
 * The two clocks of a node: wall time, which may step, and monotonic time, which may not.
 *
 * <p>Leases, delays, dedup windows and retention use monotonic time only. Wall time appears in timestamps, message ids, logs
 * and {@code time} caveats.
 *
 * <p><b>Threads:</b> any thread.
 */
public interface Clocks {
    /** Milliseconds since 1970. */
    long wallMillis();

    /** Wall time. */
    default Instant instant() {
        return Instant.ofEpochMilli(wallMillis());
    }

    /** Nanoseconds since an arbitrary origin; never runs backwards. */
    long monotonicNanos();

    /** The clocks of the machine. */
    static Clocks system() {
        return new Clocks() {
            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public long monotonicNanos() {
                return System.nanoTime();
            }
        };
    }
}
