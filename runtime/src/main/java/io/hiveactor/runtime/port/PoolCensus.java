package io.hiveactor.runtime.port;

/**
 * The state of every slot of the message pool, counted between two steps of a simulation.
 *
 * @param all slots of the pool
 * @param free on the shared list
 * @param cached in the cache of a shard or of an external thread
 * @param queued in a mailbox, or on the way to one
 * @param held of a message that its receiver may still read, or kept by a bus or channels
 * @param granted assigned to a waiter that has not run since
 * @param answers reserved for the answers of open requests
 * @param waiting senders that wait for slots
 * @param wanted slots that the first of them needs; 0 if none waits
 * @param usable free slots that a user's message may take
 */
public record PoolCensus(
        int all,
        int free,
        int cached,
        int queued,
        int held,
        int granted,
        int answers,
        int waiting,
        int wanted,
        int usable) {}
