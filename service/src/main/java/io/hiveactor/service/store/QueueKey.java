package io.hiveactor.service.store;

/**
 * One queue: a topic in a shard.
 *
 * @param topicId the topic
 * @param shard the shard
 */
public record QueueKey(long topicId, int shard) {}
