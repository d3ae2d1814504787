package io.hiveactor.mailbox.redis;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Proof of one delivery: which message, by which call. As text it begins with the mailbox.
 *
 * @param token of the receive, never used again; the server keeps it as the handle of each message it gave
 */
record Receipt(String mailbox, String id, String token) {
    private static final Pattern REST = Pattern.compile("/([0-9a-f-]{36})/([0-9a-z]+\\.\\d+\\.\\d+)");

    String text() {
        return mailbox + '/' + id + '/' + token;
    }

    /** @throws IllegalArgumentException if it is no receipt of that mailbox */
    static Receipt parse(String text, String mailbox) {
        Objects.requireNonNull(text, "receipt");
        if (text.startsWith(mailbox)) {
            Matcher rest = REST.matcher(text.substring(mailbox.length()));
            if (rest.matches()) {
                return new Receipt(mailbox, rest.group(1), rest.group(2));
            }
        }
        throw new IllegalArgumentException("not a receipt of mailbox " + mailbox + ": " + text);
    }
}
