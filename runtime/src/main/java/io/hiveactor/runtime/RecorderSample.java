package io.hiveactor.runtime;

/**
 * Whether the flight recorder is asked about one more of what it takes a sample of. To ask takes longer than a wait of an
 * actor, so after a no it is left alone for a while; one that wants them all never says no, and is told of all.
 *
 * <p><b>Threads:</b> owner only.
 */
final class RecorderSample {
    private static final long REST_NANOS = 1_000_000;

    private boolean isRefused;
    private long refusedNanos;

    boolean isWanted(long nowNanos) {
        return !isRefused || nowNanos - refusedNanos >= REST_NANOS;
    }

    /** Keeps in mind what the recorder answered, and returns it. */
    boolean answered(boolean yes, long nowNanos) {
        isRefused = !yes;
        refusedNanos = nowNanos;
        return yes;
    }
}
