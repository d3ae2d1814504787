package io.hiveactor.service.store;

import io.hiveactor.service.queue.Counts;

/**
 * What one queue holds.
 *
 * @param topic its topic
 * @param shard its shard
 * @param counts messages by state
 * @param oldestReadyMs age of the message that is next; 0 if none is ready
 */
public record QueueDepth(String topic, int shard, Counts counts, long oldestReadyMs) {}
