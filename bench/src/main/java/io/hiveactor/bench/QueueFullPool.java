package io.hiveactor.bench;

import java.util.concurrent.ArrayBlockingQueue;

/**
 * Eight virtual threads put in a bounded queue of the JDK that holds 64, and one takes.
 *
 * <p>Which place a thread has waited for nobody can tell, so a hand-off is counted from the latest take before it: the
 * figures are what it took at least.
 */
final class QueueFullPool {
    private static final Object DROP = new Object();

    private final ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(HiveFullPool.ROOM);
    private final HandOffs handOffs = new HandOffs();
    private final Tally tally = new Tally();
    /** When the consumer took last, or began to. */
    private volatile long takenNanos;

    private QueueFullPool() {}

    static Contestant start() {
        var pool = new QueueFullPool();
        return new Flood(pool.tally, pool::open, pool.handOffs::figures, pool.queue::clear);
    }

    private void open(int messages) {
        handOffs.forget();
        Workers.startVirtual(1, messages, this::take);
        Workers.startVirtual(HiveFullPool.PRODUCERS, messages, this::put);
    }

    private void take(int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            takenNanos = System.nanoTime();
            queue.take();
            tally.came();
        }
    }

    private void put(int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            if (!queue.offer(DROP)) {
                queue.put(DROP);
                long taken = takenNanos;
                handOffs.add(System.nanoTime() - taken);
            }
        }
    }
}
