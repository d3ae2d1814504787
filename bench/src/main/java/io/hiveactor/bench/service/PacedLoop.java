package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Load at a given rate, whatever the broker takes. A latency counts from the time a step was due, not from when its
 * connection was free for it: a broker that halts is charged with every step that had to wait (no coordinated omission).
 */
final class PacedLoop {
    /** Ends at the moment that counts. */
    @FunctionalInterface
    interface Step {
        void run(BrokerConnection connection) throws IOException;
    }

    /** Beyond the time that the schedule takes; then the broker cannot keep up. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private PacedLoop() {}

    /** @param after follows each step and does not count, but must be over before the connection takes its next step */
    static LoadResult run(List<BrokerConnection> connections, double perSecond, int messages, Step step, Step after) {
        double pauseNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        int each = messages / connections.size();
        var limit = Duration.ofNanos((long) (messages * pauseNanos)).plus(GRACE);
        long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
        return ConnectionThreads.run(connections, limit, (connection, index, latencies) -> {
            for (int i = 0; i < each; i++) {
                long due = begin + (long) (((long) i * connections.size() + index) * pauseNanos);
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                step.run(connection);
                latencies.recordValue(System.nanoTime() - due);
                after.run(connection);
            }
            return each;
        });
    }
}
