package io.hiveactor.service.store;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which queue of a topic was claimed from last, so that receives without a partition take the queues in turn. A
 * hint: forgetting it costs nothing but fairness.
 *
 * <p><b>Threads:</b> that of the store.
 */
final class ClaimTurns {
    private static final int MOST_TOPICS = 10_000;

    private final Map<Long, Integer> lastShard = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > MOST_TOPICS;
        }
    };

    int firstShard(long topicId, int shards) {
        return (lastShard.getOrDefault(topicId, -1) + 1) % shards;
    }

    void claimed(long topicId, int shard) {
        lastShard.put(topicId, shard);
    }
}
