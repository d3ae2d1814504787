package io.hiveactor.bench;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;

/** Two virtual threads of the JDK hand one object to and fro through transfer queues. */
final class VirtualThreadPingPong implements Contestant {
    private static final Object BALL = new Object();

    private final LinkedTransferQueue<Object> toPing = new LinkedTransferQueue<>();
    private final LinkedTransferQueue<Object> toPong = new LinkedTransferQueue<>();
    private final SynchronousQueue<Object> end = new SynchronousQueue<>();
    private final Thread ping = Thread.ofVirtual().start(this::ping);
    private final Thread pong = Thread.ofVirtual().start(this::pong);

    private void ping() {
        try {
            while (true) {
                for (int left = (Integer) toPing.take(); left > 0; left--) {
                    toPong.put(BALL);
                    toPing.take();
                }
                end.put(BALL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void pong() {
        try {
            while (true) {
                toPing.put(toPong.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    @Override
    public long run(int operations) throws InterruptedException {
        long start = System.nanoTime();
        toPing.put(operations);
        Patience.untilEnd(end);
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        ping.interrupt();
        pong.interrupt();
    }
}
