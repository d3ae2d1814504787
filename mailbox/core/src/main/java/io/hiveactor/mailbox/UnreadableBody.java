package io.hiveactor.mailbox;

import java.time.Instant;
import java.util.Objects;

/**
 * A message whose body the codec could not read.
 *
 * @param mailbox where it was
 * @param messageId its id there
 * @param text the body as it was found
 * @param deliveryCount how often it had been delivered
 * @param enqueuedAt when it was sent
 * @param error what the codec said
 */
public record UnreadableBody(
        String mailbox, String messageId, String text, int deliveryCount, Instant enqueuedAt, String error) {
    public UnreadableBody {
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(enqueuedAt, "enqueuedAt");
        Objects.requireNonNull(error, "error");
    }
}
