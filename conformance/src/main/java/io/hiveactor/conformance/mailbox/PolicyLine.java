package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.worker.DeliveryLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A line of {@code dead-letter-policy}: whether a request is given up. */
final class PolicyLine {
    private static final int DEFAULT_MAX = 5;

    /** A delivery that nobody settles. */
    private static final Delivery.Settlement NONE = new Delivery.Settlement() {
        @Override
        public AckStatus acknowledge() {
            return AckStatus.LEASE_ENDED;
        }

        @Override
        public AckStatus nack(Duration delay) {
            return AckStatus.LEASE_ENDED;
        }

        @Override
        public AckStatus extend(Duration lease) {
            return AckStatus.LEASE_ENDED;
        }

        @Override
        public String receipt() {
            return "none";
        }
    };

    private PolicyLine() {}

    /** The reference gives up from so many deliveries on, we beyond so many: one less. */
    static DeliveryLimit limit(JsonNode policy) {
        return new DeliveryLimit(policy.path("max_delivery_count").asInt(DEFAULT_MAX) - 1,
                RecordedErrors.classes(policy.path("include_errors")), RecordedErrors.classes(policy.path("exclude_errors")));
    }

    static List<String> play(JsonNode line) {
        var delivery = new Delivery<>("m1", "body", line.get("delivery_count").asInt(), Instant.EPOCH, null, NONE);
        Exception error = RecordedErrors.make(line.get("error_type").asString(), "it broke");
        boolean expected = line.get("dead_letter").asBoolean();
        boolean isDead = limit(line.get("policy")).isDead(delivery, error);
        return isDead == expected ? List.of() : List.of("expected " + expected + ", got " + isDead);
    }
}
