package io.hiveactor.runtime.diagnosis;

/**
 * What has happened in a hive since it started, in numbers. Each is counted by one shard for itself, at the price of an
 * increment, so what is read may be a little out of date.
 *
 * @param messages received by actors
 * @param dispatches how often an actor was called or resumed
 * @param turns how often a shard has looked after itself
 * @param parks how often a shard went to sleep for want of work
 * @param exits actors that have ended
 * @param crashes how many of those with an exception
 * @param restarts how often a supervisor started a child again that had ended
 * @param drops messages that were dropped because a mailbox was at its limit
 * @param undelivered messages that were dropped because their receiver had died
 * @param wrongTypes messages to typed actors that were not of the actor's type
 * @param poolRefusals sends, notifies and requests that ended with NO_MEMORY
 * @param mailboxRefusals sends, notifies and requests that ended with MAILBOX_FULL
 * @param lateReplies answers that came after their requester had stopped waiting
 * @param deadlocks how many were found
 * @param slowHandlers how often an actor's code was found to keep its shard for too long
 * @param sendWaits how long senders waited for room or slots
 * @param answerWaits how long requesters waited for their answers
 * @param turnTimes how long shards took from one turn to the next, while they had work
 */
public record HiveCounters(
        long messages,
        long dispatches,
        long turns,
        long parks,
        long exits,
        long crashes,
        long restarts,
        long drops,
        long undelivered,
        long wrongTypes,
        long poolRefusals,
        long mailboxRefusals,
        long lateReplies,
        long deadlocks,
        long slowHandlers,
        Histogram sendWaits,
        Histogram answerWaits,
        Histogram turnTimes) {}
