package io.hiveactor.service.queue;

import java.util.function.Function;

/**
 * Limits and rules of a node, as one immutable snapshot.
 *
 * @param topics rules of a topic, by its name
 * @param shards queues of a topic
 * @param globalInflight most leases
 * @param dedupCapacity most remembered keys
 * @param deadCapacity most dead letters of a topic before sends to it are refused
 * @param topicMax most topics
 * @param storeMaxBytes most bytes stored
 * @param backoffBaseMs base of the random delay after a nack
 * @param backoffMaxMs limit of that delay
 * @param minReadyMs the smallest {@link TopicRules#readyMs()} of any topic
 */
public record Rules(
        Function<String, TopicRules> topics,
        int shards,
        long globalInflight,
        long dedupCapacity,
        long deadCapacity,
        long topicMax,
        long storeMaxBytes,
        long backoffBaseMs,
        long backoffMaxMs,
        long minReadyMs) {

    /** No lease lasts longer, whatever extends it. */
    public static final long LONGEST_HOLD_MS = 12 * 3_600_000L;

    public TopicRules of(String topic) {
        return topics.apply(topic);
    }

    /** The longest random delay after a nack: base · 2^attempt, up to the limit. */
    public long backoffMs(int attempt) {
        return attempt >= 40 ? backoffMaxMs : Math.min(backoffMaxMs, backoffBaseMs << Math.min(attempt, 30));
    }
}
