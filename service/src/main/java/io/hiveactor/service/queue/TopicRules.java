package io.hiveactor.service.queue;

/**
 * The rules of one topic.
 *
 * @param topicClass label in metrics
 * @param replayMs dedup window
 * @param maxAttempts claims before a message becomes a dead letter
 * @param capacity most messages of a queue, dead letters not counted
 * @param readyMs age at which a message becomes a dead letter
 * @param deadMs age at which a dead letter is deleted
 * @param inflightFactor a lease may be extended up to this many times its visibility
 */
public record TopicRules(
        String topicClass, long replayMs, int maxAttempts, long capacity, long readyMs, long deadMs, int inflightFactor) {}
