package io.hiveactor.mailbox.sqs;

import java.util.regex.Pattern;

/** What a queue may be called. */
final class QueueName {
    private static final String FIFO_ENDING = ".fifo";
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo");

    private QueueName() {}

    static boolean isValid(String name) {
        return VALID.matcher(name).matches();
    }

    static boolean isFifo(String name) {
        return name.endsWith(FIFO_ENDING);
    }
}
