package io.hiveactor.runtime;

import java.time.Duration;

/** Closes a hive for one of its actors, which must not wait for its own end. */
final class Closer extends Thread {
    private final Hive hive;
    private final Duration deadline;

    Closer(Hive hive, Duration deadline) {
        super(null, null, hive.config().name().concat("-closer"), 0, false);
        this.hive = hive;
        this.deadline = deadline;
        setDaemon(true);
    }

    @Override
    public void run() {
        hive.close(deadline);
    }
}
