package io.hiveactor.service.http;

import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.Ulid;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a text of a request must look like. */
@FunctionalInterface
interface TextRule {
    /** Returns what is wrong with a text, or null. */
    @Nullable Fault check(String text);

    /** A broken rule: {@code range} for a length, {@code format} for anything else. */
    record Fault(String reason, String message) {}

    TextRule ANY = text -> null;
    TextRule TOPIC = bytes(1, 256, c -> isPlain(c) || c == ':' || c == '/')
            .and(text -> !text.startsWith("dlq/"), "a topic may not begin with dlq/");
    TextRule IDEM_KEY = bytes(1, 256, c -> !Character.isISOControl(c));
    TextRule PARTITION = bytes(1, 128, c -> c != 0);
    TextRule POLL_ID = bytes(1, 64, c -> c != 0);
    TextRule SIG = bytes(1, 512, c -> c != 0);
    TextRule REASON = bytes(1, 256, c -> c != 0);
    TextRule ATTR_KEY = bytes(1, 64, TextRule::isPlain);
    TextRule ATTR_VALUE = bytes(0, 1_024, c -> true);
    TextRule CORR_ID = ANY.and(text -> CorrIds.parse(text) != null, "must be a UUID of version 7");
    TextRule MSG_ID = ANY.and(text -> Ulid.parse(text) != null, "must be a ULID");
    TextRule CAP_ID = MSG_ID;
    TextRule LEASE = ANY.and(text -> LeaseToken.parse(text) != null, "must be 32 hex digits in lower case");
    TextRule KID = bytes(1, 32, c -> isBetween(c, 'a', 'z') || isBetween(c, '0', '9') || c == '-');

    private static TextRule bytes(int min, int max, IntPredicate isAllowed) {
        return text -> {
            int length = Utf8.length(text);
            if (length < 0) {
                return new Fault("format", "contains half a surrogate pair");
            }
            if (length < min || length > max) {
                return new Fault("range", "must have " + min + " to " + max + " bytes");
            }
            for (int i = 0; i < text.length(); i++) {
                if (!isAllowed.test(text.charAt(i))) {
                    return new Fault("format", "contains a character that is not allowed");
                }
            }
            return null;
        };
    }

    private TextRule and(Predicate<String> holds, String message) {
        return text -> {
            Fault fault = check(text);
            return fault != null || holds.test(text) ? fault : new Fault("format", message);
        };
    }

    private static boolean isPlain(int c) {
        return isBetween(c, 'a', 'z')
                || isBetween(c, 'A', 'Z')
                || isBetween(c, '0', '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }

    private static boolean isBetween(int c, char first, char last) {
        return c >= first && c <= last;
    }
}
