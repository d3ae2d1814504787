package io.hiveactor.runtime;

/**
 * Numbers of a hive. Each is read at its own moment, so they may not fit together exactly.
 *
 * @param actors live actors
 * @param zombies killed actors whose code has not ended
 * @param messagesInUse slots of the pool that hold a message
 * @param deadlines timers and timed waits
 * @param fibers virtual threads of the shards, spares included
 * @param parks how often a shard without work parked its thread
 * @param undelivered accepted messages that were lost because their receiver had ended
 * @param drops messages that were dropped because a mailbox was at its limit
 * @param wrongTypes messages to typed actors that were not of the actor's type
 * @param poolRefusals sends, notifies and requests that ended with NO_MEMORY
 * @param mailboxRefusals sends, notifies and requests that ended with MAILBOX_FULL
 * @param lateReplies replies that arrived after their requester had stopped waiting
 * @param waitingForSlots senders that wait for a slot of the pool
 * @param systemPlaces places reserved for EXITs and name changes: one per link, per monitor that has not fired, and per
 *     such message that was not received
 * @param names registered names
 * @param nameWatches watches over names
 */
public record HiveStats(
        int actors, int zombies, int messagesInUse, int deadlines, int fibers, long parks, long undelivered,
        long drops, long wrongTypes, long poolRefusals, long mailboxRefusals, long lateReplies, int waitingForSlots,
        int systemPlaces, int names, int nameWatches) {}
