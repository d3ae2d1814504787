package io.hiveactor.bus;

/**
 * Counters of a bus. <b>Threads:</b> immutable.
 *
 * @param name the name of the bus in reports
 * @param subscribers present subscribers
 * @param entries entries in the ring, each in a slot of the message pool
 * @param published entries published since the bus was opened
 * @param reads reads of all subscribers together
 * @param evicted entries removed from a full ring before all subscribers had read them
 * @param expired entries removed at their maximum age
 * @param missed entries that a subscriber missed, summed over all subscribers
 * @param waitingPublishers publishers that wait for room or a slot
 * @param waitingReaders readers that wait for an entry
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
