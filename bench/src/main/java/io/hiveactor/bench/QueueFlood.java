package io.hiveactor.bench;

import java.util.concurrent.ArrayBlockingQueue;

/** Threads put in a bounded queue of the JDK, and one virtual thread takes. */
final class QueueFlood {
    private static final Object DROP = new Object();

    private final Tally tally = new Tally();
    private final ArrayBlockingQueue<Object> queue;

    private QueueFlood(int capacity) {
        queue = new ArrayBlockingQueue<>(capacity);
    }

    /** From a virtual thread, through a queue of 256. */
    static Contestant inside() {
        var flood = new QueueFlood(256);
        return new Flood(flood.tally, messages -> {
            Workers.startVirtual(1, messages, flood::take);
            Workers.startVirtual(1, messages, flood::put);
        }, flood.queue::clear);
    }

    /** From platform threads, through a queue of 65,536. */
    static Contestant outside(int producers) {
        var flood = new QueueFlood(65_536);
        return new Flood(flood.tally, messages -> {
            Workers.startVirtual(1, messages, flood::take);
            Workers.startPlatform(producers, messages, flood::put);
        }, flood.queue::clear);
    }

    private void take(int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            queue.take();
            tally.came();
        }
    }

    private void put(int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            queue.put(DROP);
        }
    }
}
