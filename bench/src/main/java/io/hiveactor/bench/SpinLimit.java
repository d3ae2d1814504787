package io.hiveactor.bench;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** Two threads that do nothing but hand one object to and fro through bounded queues: the limit. */
final class SpinLimit implements Contestant {
    private static final Object BALL = new Object();
    private static final Object END = new Object();

    private final SpscVarHandleArrayQueue<Object> toPong = new SpscVarHandleArrayQueue<>(64);
    private final SpscVarHandleArrayQueue<Object> toPing = new SpscVarHandleArrayQueue<>(64);

    @Override
    public long run(int operations) throws InterruptedException {
        Thread pong = Thread.ofPlatform().daemon().start(() -> {
            for (Object ball = take(toPong); ball != END; ball = take(toPong)) {
                put(toPing, ball);
            }
        });
        var nanos = new long[1];
        Thread ping = Thread.ofPlatform().daemon().start(() -> nanos[0] = play(operations));
        ping.join();
        pong.join();
        return nanos[0];
    }

    private long play(int operations) {
        long start = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            put(toPong, BALL);
            take(toPing);
        }
        long nanos = System.nanoTime() - start;
        put(toPong, END);
        return nanos;
    }

    private static void put(SpscVarHandleArrayQueue<Object> queue, Object ball) {
        while (!queue.offer(ball)) {
            Thread.onSpinWait();
        }
    }

    @CanIgnoreReturnValue
    private static Object take(SpscVarHandleArrayQueue<Object> queue) {
        Object ball = queue.poll();
        while (ball == null) {
            Thread.onSpinWait();
            ball = queue.poll();
        }
        return ball;
    }

    @Override
    public void close() {}
}
