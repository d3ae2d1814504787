package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Load without pauses: each connection begins its next step when the last one is answered. */
final class ClosedLoop {
    /** What is timed. Returns how many messages went through, 0 if there are none left. */
    @FunctionalInterface
    interface Step<C> {
        int run(C connection) throws IOException;
    }

    /** Beyond the time a loop gives itself. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private ClosedLoop() {}

    /**
     * Runs until so many messages are through, all have been taken, or the time is up.
     *
     * @param perStep the most messages of one step
     */
    static <C extends BrokerConnection> LoadResult run(
            List<C> connections, long messages, int perStep, Duration time, Step<? super C> step) {
        var left = new AtomicLong(messages); // shared, so that all threads end at about the same time
        long deadline = System.nanoTime() + time.toNanos();
        return ConnectionThreads.run(connections, time.plus(GRACE), (connection, index, latencies) -> {
            long done = 0;
            int some = 1;
            long begin = System.nanoTime();
            while (some > 0 && begin - deadline < 0 && left.getAndAdd(-perStep) > 0) {
                some = step.run(connection);
                long end = System.nanoTime();
                latencies.recordValue(end - begin);
                done += some;
                begin = end;
            }
            return done;
        });
    }
}
