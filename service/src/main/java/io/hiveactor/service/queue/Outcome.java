package io.hiveactor.service.queue;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of an {@link Operation}. */
public sealed interface Outcome {
    /** A message is stored, now or by an earlier send with the same key. */
    record Sent(Ulid id, boolean isDuplicate) implements Outcome {}

    /** Messages were leased; none if there was nothing. */
    record Received(List<Envelope> messages) implements Outcome {
        public static final Received NOTHING = new Received(List.of());
    }

    /** A lease is settled, and the message is in this state now; null for gone. */
    record Settled(String topic, @Nullable MessageState state) implements Outcome {}

    /** A lease ends later, or earlier, by service time from the commit. */
    record Extended(String topic, long leaseMs) implements Outcome {}

    /** How many leases were given back. */
    record GivenBack(int count) implements Outcome {}

    /** Dead letters, and where the next page begins; 0 at the end. */
    record DeadLetters(List<DeadLetter> letters, long next) implements Outcome {}

    /** A dead letter with its content; damage says what is wrong with that. */
    record DeadFound(DeadLetter letter, BodyRow body, @Nullable Damage damage) implements Outcome {}

    /**
     * Dead letters were brought back or deleted.
     *
     * @param moved how many
     * @param remaining dead letters of the topic that are left
     * @param skipped those left alone, with the reason
     * @param isFull whether a queue had no room for more
     * @param next place of the last letter looked at; 0 if there are no more
     */
    record DeadSettled(int moved, long remaining, Map<Ulid, String> skipped, boolean isFull, long next)
            implements Outcome {}

    /** Messages were deleted; more are left below this number, unless it is 0. */
    record Purged(int count, long below) implements Outcome {}

    /** Topics, and whether there are more. */
    record Topics(List<TopicStats> topics, boolean hasMore) implements Outcome {}

    /** Figures of a topic. */
    record Stats(TopicStats stats) implements Outcome {}

    /** Capabilities by id with the wall time until which they are kept, and the lowest good epoch of each key. */
    record Revocations(Map<Ulid, Long> capabilities, Map<String, Integer> minEpochs) implements Outcome {}

    /** It is done, and a slice may follow after this place; 0 for the last one. */
    record Done(long next, int changed) implements Outcome {}

    /** Nothing was changed. */
    record Refused(Refusal refusal, @Nullable Ulid id, long retryAfterMs) implements Outcome {
        public static Refused of(Refusal refusal) {
            return new Refused(refusal, null, 0);
        }
    }
}
