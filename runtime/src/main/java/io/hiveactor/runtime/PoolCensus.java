package io.hiveactor.runtime;

/**
 * Where the slots of the message pool are, counted while a simulation stands still.
 *
 * @param all how many there are
 * @param free nobody's
 * @param cached at hand on a shard
 * @param queued in a mailbox, or on the way there
 * @param held of a message that its receiver may still read
 * @param granted given to a waiter that has not run since
 * @param answers room for the answers of open requests
 * @param waiting senders that wait for slots
 * @param wanted how many slots the first of them wants; 0 if there is none
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
