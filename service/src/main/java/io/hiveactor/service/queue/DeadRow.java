package io.hiveactor.service.queue;

import org.jspecify.annotations.Nullable;

/**
 * What is known about a dead letter besides the message itself.
 *
 * @param no row number of its message
 * @param topicId its topic
 * @param deadSeq place in the list of dead letters
 * @param reason why it died
 * @param attempt how often it had been claimed
 * @param lastError what the last consumer said, or "lease ended"
 * @param deadMs service time of the move
 * @param deadTs wall time of the move
 */
public record DeadRow(
        long no,
        long topicId,
        long deadSeq,
        DeadReason reason,
        int attempt,
        @Nullable String lastError,
        long deadMs,
        String deadTs) {}
