package io.hiveactor.service.observe;

/**
 * Operations that wait in one queue of the engine.
 *
 * <p><b>Threads:</b> immutable.
 */
public record WorkSample(String queue, int shard, long depth) {}
