package io.hiveactor.service.store;

/**
 * What a store takes.
 *
 * @param fileBytes size of the database, 0 in memory
 * @param walBytes size of its write-ahead log
 * @param storedBytes payloads and attributes, dead letters included
 * @param dedupEntries remembered keys
 * @param isDiskFull whether the disk has less room than is kept free
 */
public record StoreFigures(long fileBytes, long walBytes, long storedBytes, long dedupEntries, boolean isDiskFull) {}
