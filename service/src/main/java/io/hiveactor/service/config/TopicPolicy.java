package io.hiveactor.service.config;

import java.time.Duration;

/**
 * What holds for the messages of one topic.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param topicClass label of its metrics and logs
 * @param capacity messages of one queue, dead letters not counted
 */
public record TopicPolicy(String topicClass, Duration tReplay, int maxAttempts, long capacity, Duration readySeconds,
        Duration dlqSeconds, int inflightFactor) {
    static TopicPolicy of(String topicClass, Values values) {
        return new TopicPolicy(topicClass, values.get(Keys.T_REPLAY), values.get(Keys.MAX_ATTEMPTS),
                values.get(Keys.TOPIC_CAPACITY), values.get(Keys.READY_SECONDS), values.get(Keys.DLQ_SECONDS),
                values.get(Keys.INFLIGHT_FACTOR));
    }
}
