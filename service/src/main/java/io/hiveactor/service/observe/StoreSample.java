package io.hiveactor.service.observe;

/**
 * How much the store holds.
 *
 * <p><b>Threads:</b> immutable.
 */
public record StoreSample(long storeBytes, long walBytes, long dedupEntries, long dedupCapacity) {}
