package io.hiveactor.runtime.time;

/** Monotonic time since the hive started. */
public interface Clock {
    /** A deadline that never comes. */
    long NEVER = Long.MAX_VALUE;

    long nanos();

    /** The real clock, at zero now. */
    static Clock system() {
        long origin = System.nanoTime();
        return () -> System.nanoTime() - origin;
    }

    /** The deadline that lies {@code nanos} after {@code now}; what does not fit into a long is never. */
    static long deadline(long now, long nanos) {
        long at = now + nanos;
        return at < now ? NEVER : at;
    }
}
