package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.lease.Heartbeat;
import io.hiveactor.mailbox.lease.LeaseExtender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A line of {@code lease-extension}: which beats extend a lease. */
final class ExtensionLine implements Delivery.Settlement {
    private final JsonNode ops;
    private final String failsWith;
    private final SteppedClock clock;
    private final Heartbeat heartbeat;
    private final LeaseExtender extender;
    private final Delivery<String, String> delivery = new Delivery<>("m1", "body", 1, Instant.EPOCH, null, this);
    private final List<Integer> extended = new ArrayList<>();
    private LeaseExtender.@Nullable Attachment attachment;

    ExtensionLine(JsonNode line) {
        JsonNode given = line.get("given");
        ops = line.get("ops");
        failsWith = given.path("extend_fails_with").asString("");
        clock = new SteppedClock(seconds(given.get("clock_starts_at_s")).toNanos());
        heartbeat = new Heartbeat(clock);
        extender = new LeaseExtender(given.get("enabled").asBoolean(), seconds(given.get("interval")),
                seconds(given.get("extension")), clock);
    }

    static Duration seconds(JsonNode value) {
        return Duration.ofMillis(Math.round(value.asDouble() * 1000));
    }

    List<String> play() {
        List<String> mismatches = new ArrayList<>();
        for (int i = 0; i < ops.size(); i++) {
            JsonNode op = ops.get(i);
            ObjectNode seen = play(op);
            int number = i;
            seen.set("op", op.get("op"));
            if (op.has("seconds")) {
                seen.set("seconds", op.get("seconds"));
            }
            Facts.differences(op, seen).forEach(each -> mismatches.add("operation " + number + ", " + each));
        }
        return mismatches;
    }

    private ObjectNode play(JsonNode op) {
        ObjectNode seen = Facts.object();
        switch (op.get("op").asString()) {
            case "attach" -> attachment = extender.attach(delivery, heartbeat);
            case "attach_again" -> {
                try {
                    attachment = extender.attach(delivery, heartbeat);
                } catch (IllegalStateException e) {
                    seen.put("error", "already attached");
                }
            }
            case "detach" -> {
                if (attachment != null) {
                    attachment.close();
                }
            }
            case "advance" -> clock.step(seconds(op.get("seconds")));
            case "beat" -> {
                extended.clear();
                heartbeat.beat();
                ArrayNode calls = seen.putArray("extend_calls");
                extended.forEach(calls::add);
            }
            default -> throw new IllegalArgumentException("an unknown operation: " + op);
        }
        return seen;
    }

    @Override
    public AckStatus extend(Duration lease) {
        extended.add((int) lease.toSeconds());
        if (failsWith.equals("RuntimeError")) {
            throw new IllegalStateException("as recorded");
        }
        return failsWith.isEmpty() ? AckStatus.DONE : AckStatus.LEASE_ENDED;
    }

    @Override
    public AckStatus acknowledge() {
        return AckStatus.DONE;
    }

    @Override
    public AckStatus nack(Duration delay) {
        return AckStatus.DONE;
    }

    @Override
    public String receipt() {
        return "m1#1";
    }
}
