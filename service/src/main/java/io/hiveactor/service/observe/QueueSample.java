package io.hiveactor.service.observe;

import java.time.Duration;

/**
 * What is in the queues of one topic class in one shard, or in one of those queues.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param depth ready messages
 * @param inflight leased messages
 * @param saturation how full the queue is, 0 to 1
 * @param oldestReadyAge zero if nothing is ready
 * @param dead dead letters
 */
public record QueueSample(String topicClass, int shard, long depth, long inflight, double saturation,
        Duration oldestReadyAge, long dead) {
    /** Both in one, with the class and shard of this one: the fullest and the oldest count. */
    QueueSample plus(QueueSample more) {
        Duration oldest = oldestReadyAge.compareTo(more.oldestReadyAge) >= 0 ? oldestReadyAge : more.oldestReadyAge;
        return new QueueSample(topicClass, shard, depth + more.depth, inflight + more.inflight,
                Math.max(saturation, more.saturation), oldest, dead + more.dead);
    }

    QueueSample withClass(String other) {
        return new QueueSample(other, shard, depth, inflight, saturation, oldestReadyAge, dead);
    }
}
