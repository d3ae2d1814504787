package io.hiveactor.mailbox.redis;

import java.time.Instant;
import java.util.List;

/**
 * A message as the server gave it, its body not read yet.
 *
 * @param replyTo the name of a mailbox, or nothing
 */
record Stored(Receipt receipt, String text, int deliveryCount, Instant enqueuedAt, String replyTo) {
    /**
     * What one receive gave.
     *
     * @param left how many more were to be seen
     * @param nextEndMicros when the next lease ends, from then on; negative if there is none
     */
    record Batch(List<Stored> messages, long left, long nextEndMicros) {}
}
