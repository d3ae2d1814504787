package io.hiveactor.bus;

/**
 * A bus in numbers. <b>Threads:</b> immutable.
 *
 * @param subscribers at the moment
 * @param entries in its ring, each in a slot of the message pool
 * @param published since it was opened
 * @param reads by all subscribers together
 * @param evicted entries that had to go before all had read them
 * @param expired entries that were too old
 * @param missed entries that were lost to a subscriber, summed over all of them
 * @param waitingPublishers for room
 * @param waitingReaders for an entry
 */
public record BusStats(
        String name,
        int subscribers,
        long entries,
        long published,
        long reads,
        long evicted,
        long expired,
        long missed,
        int waitingPublishers,
        int waitingReaders) {}
