package io.hiveactor.service.store;

import io.hiveactor.service.queue.Counts;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The counters of all queues in memory, with their sums, as the database has them at the end of the transaction.
 *
 * <p><b>Threads:</b> that of the store.
 */
final class CounterCache {
    private final Map<QueueKey, Counts> queues = new HashMap<>();
    private final Map<Long, Counts> topics = new HashMap<>();
    private Counts total = Counts.NONE;
    /** What the queues had at the last commit, of those changed since. */
    private final Map<QueueKey, Counts> committed = new HashMap<>();

    Counts of(QueueKey queue) {
        return queues.getOrDefault(queue, Counts.NONE);
    }

    Counts ofTopic(long topicId) {
        return topics.getOrDefault(topicId, Counts.NONE);
    }

    Counts total() {
        return total;
    }

    Set<Map.Entry<Long, Counts>> topics() {
        return topics.entrySet();
    }

    Set<QueueKey> queues() {
        return queues.keySet();
    }

    void set(QueueKey queue, Counts counts) {
        Counts before = of(queue);
        committed.putIfAbsent(queue, before);
        replace(queue, before, counts);
    }

    private void replace(QueueKey queue, Counts before, Counts counts) {
        Counts change = new Counts(
                counts.ready() - before.ready(),
                counts.leased() - before.leased(),
                counts.delayed() - before.delayed(),
                counts.dead() - before.dead(),
                counts.bytes() - before.bytes());
        if (counts.equals(Counts.NONE)) {
            queues.remove(queue);
        } else {
            queues.put(queue, counts);
        }
        Counts topic = ofTopic(queue.topicId()).plus(change);
        if (topic.equals(Counts.NONE)) {
            topics.remove(queue.topicId());
        } else {
            topics.put(queue.topicId(), topic);
        }
        total = total.plus(change);
    }

    void keep() {
        committed.clear();
    }

    void undo() {
        committed.forEach((queue, before) -> replace(queue, of(queue), before));
        committed.clear();
    }
}
