package io.hiveactor.runtime.supervision;

import java.util.ArrayDeque;

/**
 * Counts restarts within a period that moves along.
 *
 * <p><b>Threads:</b> owner only, the supervisor.
 */
final class RestartWindow {
    private final int most;
    private final long periodNanos;
    /** When the last ones were, the oldest first; never more than {@code most}. */
    private final ArrayDeque<Long> restarts = new ArrayDeque<>();

    /** @param most 0 for no limit */
    RestartWindow(int most, long periodNanos) {
        this.most = most;
        this.periodNanos = periodNanos;
    }

    /** Counts one more; false if that is more than there may be. One that is exactly a period old still counts. */
    boolean admits(long nowNanos) {
        if (most == 0) {
            return true;
        }
        while (!restarts.isEmpty() && nowNanos - restarts.getFirst() > periodNanos) {
            restarts.removeFirst();
        }
        if (restarts.size() == most) {
            return false;
        }
        restarts.addLast(nowNanos);
        return true;
    }

    int size() {
        return restarts.size();
    }
}
