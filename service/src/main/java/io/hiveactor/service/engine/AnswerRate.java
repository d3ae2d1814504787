package io.hiveactor.service.engine;

import java.util.concurrent.TimeUnit;

/** A mean over the last seconds. <b>Threads:</b> owner only. */
final class AnswerRate {
    private static final int SECONDS = 5;

    private final long[] counts = new long[SECONDS];
    private long lastSecond = Long.MIN_VALUE;

    void add(long nowNanos, long count) {
        advance(nowNanos);
        counts[(int) Math.floorMod(lastSecond, (long) SECONDS)] += count;
    }

    double perSecond(long nowNanos) {
        advance(nowNanos);
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum / (double) SECONDS;
    }

    private void advance(long nowNanos) {
        long second = TimeUnit.NANOSECONDS.toSeconds(nowNanos);
        long from = Math.max(lastSecond + 1, second - SECONDS + 1);
        for (long empty = from; empty <= second; empty++) {
            counts[(int) Math.floorMod(empty, (long) SECONDS)] = 0;
        }
        lastSecond = Math.max(lastSecond, second);
    }
}
