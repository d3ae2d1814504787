package io.hiveactor.mailbox.worker;

/**
 * What a worker has done so far.
 *
 * @param polls receives, also those that gave nothing
 * @param succeeded requests that were answered and settled
 * @param retried requests given back, to be tried again later
 * @param deadLettered requests that went to the dead letters
 * @param givenUp requests past their last try, of which nothing is kept because there are no dead letters
 * @param leasesLost requests that were another's when they were to be settled
 * @param backendFailures calls of a mailbox that failed
 * @param undeliveredReplies replies that could not be sent: their mailbox was not known here, full or failed
 * @param overBudget attempts that took longer than the budget of their request
 */
public record WorkerStats(
        long polls,
        long succeeded,
        long retried,
        long deadLettered,
        long givenUp,
        long leasesLost,
        long backendFailures,
        long undeliveredReplies,
        long overBudget) {}
