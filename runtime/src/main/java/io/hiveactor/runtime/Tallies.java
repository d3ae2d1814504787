package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Histogram;

/**
 * What one shard counts for itself. Always on: each is a plain increment.
 *
 * <p><b>Threads:</b> one writer, the shard; who reads from elsewhere may see old numbers.
 */
final class Tallies {
    final long[] sendWaits = new long[Histogram.BUCKETS];
    final long[] answerWaits = new long[Histogram.BUCKETS];
    final long[] turnTimes = new long[Histogram.BUCKETS];
    private long exits;
    private long crashes;

    static void note(long[] times, long nanos) {
        times[Histogram.bucketOf(nanos)]++;
    }

    void exited(ActorExit exit) {
        exits++;
        if (exit.reason().equals(ExitReason.CRASH) || exit.reason().equals(ExitReason.STACK_OVERFLOW)) {
            crashes++;
        }
    }

    long exits() {
        return exits;
    }

    long crashes() {
        return crashes;
    }
}
