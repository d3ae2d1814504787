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
    private long poolRefusals;
    private long mailboxRefusals;
    private long exits;
    private long crashes;
    private long restarts;

    static void note(long[] times, long nanos) {
        times[Histogram.bucketOf(nanos)]++;
    }

    /** Counts a notify that found no room, and gives its status back. A leaf. */
    NotifyStatus refused(NotifyStatus status) {
        if (status == NotifyStatus.NO_MEMORY) {
            poolRefusals++;
        } else if (status == NotifyStatus.MAILBOX_FULL) {
            mailboxRefusals++;
        }
        return status;
    }

    /** The same for a send or a request. A leaf. */
    SendStatus refused(SendStatus status) {
        if (status == SendStatus.NO_MEMORY) {
            poolRefusals++;
        } else if (status == SendStatus.MAILBOX_FULL) {
            mailboxRefusals++;
        }
        return status;
    }

    long poolRefusals() {
        return poolRefusals;
    }

    long mailboxRefusals() {
        return mailboxRefusals;
    }

    void exited(ActorExit exit) {
        exits++;
        if (exit.reason().equals(ExitReason.CRASH) || exit.reason().equals(ExitReason.STACK_OVERFLOW)) {
            crashes++;
        }
    }

    void restarted() {
        restarts++;
    }

    long restarts() {
        return restarts;
    }

    long exits() {
        return exits;
    }

    long crashes() {
        return crashes;
    }
}
