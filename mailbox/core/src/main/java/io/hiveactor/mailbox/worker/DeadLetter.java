package io.hiveactor.mailbox.worker;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that was given up, with what is known of why.
 *
 * @param messageId its id in the mailbox where it was
 * @param body what was sent; null if it could not be read
 * @param sourceMailbox the name of that
 * @param lastErrorType the full name of the error's class
 * @param firstReceivedAt when the mailbox got it
 * @param replyTo the name of the mailbox for replies; null if there was none
 * @param unreadableText the body as it was found, if it could not be read; else null
 */
public record DeadLetter<B extends @Nullable Object>(
        String messageId,
        B body,
        String sourceMailbox,
        int deliveryCount,
        String lastError,
        String lastErrorType,
        Instant deadLetteredAt,
        Instant firstReceivedAt,
        @Nullable String requestId,
        @Nullable String replyTo,
        @Nullable String traceId,
        @Nullable String unreadableText) {
    public DeadLetter {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(sourceMailbox, "sourceMailbox");
        Objects.requireNonNull(lastError, "lastError");
        Objects.requireNonNull(lastErrorType, "lastErrorType");
        Objects.requireNonNull(deadLetteredAt, "deadLetteredAt");
        Objects.requireNonNull(firstReceivedAt, "firstReceivedAt");
    }
}
