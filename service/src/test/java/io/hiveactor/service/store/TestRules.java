package io.hiveactor.service.store;

import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicRules;
import java.util.HashMap;
import java.util.Map;

/** Rules that a test changes as it goes. */
final class TestRules {
    static final int SHARDS = 4;

    int shards = SHARDS;
    int maxAttempts = 3;
    long capacity = 1_000_000;
    long replayMs = 300_000;
    long readyMs = 604_800_000L;
    long deadMs = 1_209_600_000L;
    int inflightFactor = 10;
    long globalInflight = 1_000_000;
    long dedupCapacity = 1_000_000;
    long deadCapacity = 1_000_000;
    long topicMax = 1_000;
    long storeMaxBytes = 1L << 40;
    long backoffBaseMs = 200;
    long backoffMaxMs = 60_000;
    final Map<String, TopicRules> special = new HashMap<>();

    TopicRules ofTopic() {
        return new TopicRules("other", replayMs, maxAttempts, capacity, readyMs, deadMs, inflightFactor);
    }

    Rules toRules() {
        TopicRules general = ofTopic();
        Map<String, TopicRules> named = Map.copyOf(special);
        long minReadyMs = named.values().stream().mapToLong(TopicRules::readyMs).reduce(readyMs, Math::min);
        return new Rules(
                topic -> named.getOrDefault(topic, general),
                shards,
                globalInflight,
                dedupCapacity,
                deadCapacity,
                topicMax,
                storeMaxBytes,
                backoffBaseMs,
                backoffMaxMs,
                minReadyMs);
    }
}
