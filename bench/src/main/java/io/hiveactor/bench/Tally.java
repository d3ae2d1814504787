package io.hiveactor.bench;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts the messages that come, and lets the referee know when all have.
 *
 * <p><b>Threads:</b> the referee expects and waits; one receiver counts. The messages order the two.
 */
final class Tally implements Flood.Destination {
    private final Semaphore allCame = new Semaphore(0);
    private int missing;

    @Override
    public void expect(int messages) {
        missing = messages;
    }

    /** A message has come. */
    void came() {
        missing--;
        if (missing <= 0) {
            end();
        }
    }

    private void end() {
        if (missing < 0) {
            throw new IllegalStateException("a message came twice");
        }
        allCame.release();
    }

    @Override
    public void awaitAll() throws InterruptedException {
        if (!allCame.tryAcquire(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("messages are lost: " + missing + " have not come");
        }
    }
}
