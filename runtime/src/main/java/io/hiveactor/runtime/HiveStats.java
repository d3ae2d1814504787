package io.hiveactor.runtime;

/**
 * A hive in numbers, as seen from outside: each may be a little out of date.
 *
 * @param actors how many are alive
 * @param zombies killed actors whose code has not ended
 * @param messagesInUse slots of the pool that hold a message
 * @param deadlines timers and timed waits
 * @param fibers virtual threads of the shards, spares included
 * @param parks how often a shard went to sleep for want of work
 * @param undelivered messages that were dropped because their receiver had died
 * @param drops messages that were dropped because a mailbox was at its limit
 * @param wrongTypes messages to typed actors that were not of the actor's type
 * @param poolRefusals sends, notifies and requests that ended with NO_MEMORY
 * @param mailboxRefusals sends, notifies and requests that ended with MAILBOX_FULL
 * @param lateReplies answers that came after their requester had stopped waiting
 * @param waitingForSlots senders that wait for a slot of the pool
 * @param systemPlaces places for exits and changes of names: one for each link, each monitor that has not fired, and each
 *     such message that was not read
 * @param names registered names
 * @param nameWatches watches over names
 */
public record HiveStats(
        int actors, int zombies, int messagesInUse, int deadlines, int fibers, long parks, long undelivered,
        long drops, long wrongTypes, long poolRefusals, long mailboxRefusals, long lateReplies, int waitingForSlots,
        int systemPlaces, int names, int nameWatches) {}
