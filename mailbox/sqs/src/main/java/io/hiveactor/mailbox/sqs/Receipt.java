package io.hiveactor.mailbox.sqs;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * What a receipt says: {@code queue:check:handle}, where the handle is SQS's own.
 *
 * <p>Servers do not tell a handle that is over from one that never was, and some take those of other queues. By the queue and
 * the check we know before we ask.
 */
final class Receipt {
    private Receipt() {}

    static String of(String queue, String handle) {
        return queue + ':' + check(queue, handle) + ':' + handle;
    }

    /**
     * SQS's handle.
     *
     * @throws IllegalArgumentException if it is no receipt, or one of another queue
     */
    static String handle(String queue, String receipt) {
        String[] parts = Objects.requireNonNull(receipt, "receipt").split(":", 3);
        if (parts.length != 3 || !parts[0].equals(queue) || !parts[1].equals(check(queue, parts[2]))) {
            throw new IllegalArgumentException("not a receipt of mailbox " + queue + ": " + receipt);
        }
        return parts[2];
    }

    private static String check(String queue, String handle) {
        var sum = new CRC32();
        sum.update((queue + ':' + handle).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}
