package io.hiveactor.bench;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** How long a round may take: after a lost message the benchmark is to end, loudly, and not to hang. */
final class Patience {
    static final Duration LIMIT = Duration.ofMinutes(2);

    private Patience() {}

    /** Waits for whatever a contestant puts in a queue at the end of a round. */
    static void untilEnd(BlockingQueue<Object> end) throws InterruptedException {
        if (end.poll(LIMIT.toSeconds(), TimeUnit.SECONDS) == null) {
            throw new IllegalStateException("a message is lost: a round has no end after " + LIMIT);
        }
    }
}
