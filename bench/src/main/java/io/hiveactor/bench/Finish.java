package io.hiveactor.bench;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where the readers of channels come in, each with the number of messages that it got in their order. They count for
 * themselves until then, as readers that share a counter would wait for each other there.
 *
 * <p><b>Threads:</b> the referee expects and waits; any thread may arrive.
 */
final class Finish implements Flood.Destination {
    private final int readers;
    private final Semaphore arrived = new Semaphore(0);
    private final LongAdder right = new LongAdder();
    private int messages;

    Finish(int readers) {
        this.readers = readers;
    }

    @Override
    public void expect(int messages) {
        this.messages = messages;
        right.reset();
    }

    /** A reader has its last message. */
    void arrive(int rightMessages) {
        right.add(rightMessages);
        arrived.release();
    }

    @Override
    public void awaitAll() throws InterruptedException {
        if (!arrived.tryAcquire(readers, Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("messages are lost: readers wait for more after " + Patience.LIMIT);
        }
        long expected = (long) readers * messages;
        if (right.sum() != expected) {
            throw new IllegalStateException(
                    "messages came wrong: " + right.sum() + " of " + expected + " are those that were sent");
        }
    }
}
