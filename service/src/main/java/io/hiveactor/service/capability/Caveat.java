package io.hiveactor.service.capability;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One restriction of a token. All caveats of a token must hold.
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface Caveat {
    /** Returns null if the text is none of the forms below, exactly as they are spelled. */
    static @Nullable Caveat parse(String text) {
        return CaveatGrammar.parse(text);
    }

    /** {@code op = send,recv} or {@code op = *}. */
    record Ops(Set<Op> allowed) implements Caveat {
        public Ops {
            allowed = Set.copyOf(allowed);
        }
    }

    /** {@code topic = orders.*,jobs}: exact names, and prefixes before a final {@code *}. */
    record Topics(List<String> patterns) implements Caveat {
        private static final String ALL = "*";

        public Topics {
            patterns = List.copyOf(patterns);
        }

        boolean allows(String topic) {
            return patterns.stream().anyMatch(pattern -> matches(pattern, topic));
        }

        boolean allowsEveryTopic() {
            return patterns.contains(ALL);
        }

        private static boolean matches(String pattern, String topic) {
            return pattern.endsWith(ALL)
                    ? topic.startsWith(pattern.substring(0, pattern.length() - 1))
                    : topic.equals(pattern);
        }
    }

    /** {@code time < 2027-01-01T00:00:00Z}: the first instant at which the token has expired. */
    record Before(Instant end) implements Caveat {}

    /** {@code time > 2027-01-01T00:00:00Z}: the token is valid only after this instant. */
    record After(Instant start) implements Caveat {}

    /** {@code max_bytes <= 65536}: of each payload sent. */
    record MaxBytes(long limit) implements Caveat {}

    /** {@code rate <= 100/s burst 200}; without a burst, it is the rate. */
    record Rate(long perSecond, long burst) implements Caveat {}

    /** {@code aud = prod}: equals {@code auth.audience}. */
    record Audience(String name) implements Caveat {}

    /** {@code node = n1}: equals {@code node.name}. */
    record Node(String name) implements Caveat {}
}
