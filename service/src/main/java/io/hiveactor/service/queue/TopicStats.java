package io.hiveactor.service.queue;

/**
 * The figures of one topic.
 *
 * @param topic its name
 * @param counts messages by state, over all its queues
 * @param oldestReadyMs age of the message that is next, of the oldest queue; 0 if none is ready
 */
public record TopicStats(String topic, Counts counts, long oldestReadyMs) {}
