package io.hiveactor.mailbox.sqs;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Why the server did not do what it was asked.
 *
 * @param code by which it tells its reasons apart, more or less
 */
record Refusal(String code, String message) {
    static Refusal of(SqsException e) {
        var details = e.awsErrorDetails();
        return new Refusal(orEmpty(details == null ? null : details.errorCode()), orEmpty(e.getMessage()));
    }

    static Refusal of(BatchResultErrorEntry entry) {
        return new Refusal(orEmpty(entry.code()), orEmpty(entry.message()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /*
     * A receipt comes here only if it is one of ours, so that one the server does not know must have been good once. Standard
     * queues answer "not in flight" or "does not exist", FIFO queues "has expired", and either may say that it is invalid.
     */
    boolean isStaleReceipt() {
        return code.endsWith("MessageNotInflight")
                || code.endsWith("ReceiptHandleIsInvalid")
                || code.endsWith("MessageDoesNotExist")
                || (isInvalidValue() && (message.contains("ReceiptHandle") || message.contains("does not exist")));
    }

    /** Leases may be extended up to twelve hours from the delivery, not from now. */
    boolean isLeaseTooLong() {
        return isInvalidValue() && message.contains("VisibilityTimeout");
    }

    private boolean isInvalidValue() {
        return code.startsWith("InvalidParameterValue");
    }

    @Override
    public String toString() {
        return message.isEmpty() ? code : code + ", " + message;
    }
}
