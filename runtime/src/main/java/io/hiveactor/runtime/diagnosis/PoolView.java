package io.hiveactor.runtime.diagnosis;

/**
 * The message pool at one moment.
 *
 * @param slots all there are, those on top for caches included
 * @param free in the shared list
 * @param reserved how many of those are for the runtime's own messages
 * @param cachedOutside at hand for threads outside
 * @param waiting senders that wait for slots
 */
public record PoolView(int slots, int free, int reserved, int cachedOutside, int waiting) {}
