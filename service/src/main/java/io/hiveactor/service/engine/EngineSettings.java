package io.hiveactor.service.engine;

import java.time.Duration;

/**
 * Sizes and times of the engine that do not change while it runs.
 *
 * @param shards workers
 * @param shardCapacity most operations of a worker that are not answered yet
 * @param topicShare the part of them that one topic may have
 * @param batchOperations most operations of a transaction
 * @param batchBytes most payload bytes of a transaction, unless one request has more
 * @param maxWaiters most receives that wait for a message
 * @param operationTimeout how long a request may take, its own wait not counted
 * @param scrubPeriod how often all stored data are checked
 * @param zeroesPayloads whether payloads are erased from memory after use
 */
public record EngineSettings(
        int shards,
        int shardCapacity,
        double topicShare,
        int batchOperations,
        long batchBytes,
        int maxWaiters,
        Duration operationTimeout,
        Duration scrubPeriod,
        boolean zeroesPayloads) {}
