package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.DeadLetter;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A line of {@code message-handling}: what becomes of a request that was handled, or was not. */
final class HandlingLine {
    private final JsonNode given;
    private final JsonNode observed;
    private final Stage stage = new Stage();
    private final WorkRequest<String> request = WorkRequest.of("work").withTrace("trace-1");
    private final MemoryMailbox<WorkResult<String>, Void> replies = stage.mailbox("replies");
    private final MemoryMailbox<DeadLetter<WorkRequest<String>>, Void> deadLetters = stage.mailbox("requests-dlq");

    HandlingLine(JsonNode line) {
        given = line.get("given");
        observed = line.get("observed");
        JsonNode policy = given.path("policy");
        if (policy.isObject()) {
            stage.config = stage.config.withRule(PolicyLine.limit(policy)).withDeadLetters(deadLetters);
        }
    }

    List<String> play() throws InterruptedException {
        if (!(stage.requests.send(request, replyTo()) instanceof Sent)) {
            throw new IllegalStateException("not sent");
        }
        for (int i = 1; i < given.get("delivery_count").asInt(); i++) {
            if (stage.requests.receive().getFirst().nack() != AckStatus.DONE) {
                throw new IllegalStateException("not given back");
            }
        }
        try (var worker = new MailboxWorker<String, String>(stage.requests, (body, attempt) -> handle(), stage.config)) {
            worker.run(1);
        }
        return Facts.differences(observed, seen());
    }

    private @Nullable Mailbox<WorkResult<String>, ?> replyTo() {
        return switch (given.path("reply_to").asString("")) {
            case "" -> null;
            case "open mailbox" -> replies;
            case "full mailbox" -> stage.full("replies", new WorkResult<String>("filler", null, null, null, stage.clock.now()));
            case "unreachable mailbox" -> {
                var fake = new FakeMailbox<WorkResult<String>, Void>("replies", null);
                fake.failWith(new BackendException("as recorded", null));
                yield fake;
            }
            default -> throw new IllegalArgumentException("an unknown mailbox for replies: " + given);
        };
    }

    private String handle() throws Exception {
        if (given.get("lease_lost").asBoolean()) {
            stage.clock.step(stage.config.lease());
        }
        if (given.get("outcome").asString().equals("failure")) {
            throw RecordedErrors.make(given.get("error_type").asString(), given.get("error_text").asString());
        }
        return "done";
    }

    private ObjectNode seen() throws InterruptedException {
        ObjectNode seen = Facts.object();
        Delivery<WorkRequest<String>, WorkResult<String>> delivery = stage.requests.last;
        seen.putNull("raised"); // a worker goes on
        seen.put("finalized", delivery != null && delivery.isFinalized());
        seen.put("requests_left", (int) stage.requests.approximateCount());
        ArrayNode answers = seen.putArray("replies");
        for (Delivery<WorkResult<String>, Void> each : replies.receive(10, Duration.ofHours(9), Duration.ZERO)) {
            answers.add(describe(each.body()));
        }
        ArrayNode letters = seen.putArray("dead_letters");
        for (Delivery<DeadLetter<WorkRequest<String>>, Void> each :
                deadLetters.receive(10, Duration.ofHours(9), Duration.ZERO)) {
            letters.add(describe(each.body(), delivery));
        }
        seen.put("request_visible_again_after_s", stage.visibleAgainAfterSeconds(stage.requests));
        return seen;
    }

    private ObjectNode describe(WorkResult<String> result) {
        return Facts.object().put("success", result.success()).put("output", result.output()).put("error", result.error())
                .put("same_request_id", result.requestId().equals(request.requestId()));
    }

    private ObjectNode describe(DeadLetter<WorkRequest<String>> letter, @Nullable Delivery<?, ?> delivery) {
        String type = letter.lastErrorType();
        return Facts.object()
                .put("message_id_is_original", delivery != null && letter.messageId().equals(delivery.id()))
                .put("body_is_original", letter.body() == request)
                .put("source_mailbox", letter.sourceMailbox())
                .put("delivery_count", letter.deliveryCount())
                .put("last_error", letter.lastError())
                .put("last_error_type_ends_with", type.substring(type.lastIndexOf('$') + 1))
                .put("last_error_type_is_qualified", type.contains("."))
                .put("first_received_at_equals_enqueued_at",
                        delivery != null && letter.firstReceivedAt().equals(delivery.enqueuedAt()))
                .put("dead_lettered_at_not_before_enqueued_at",
                        delivery != null && !letter.deadLetteredAt().isBefore(delivery.enqueuedAt()))
                .put("request_id_is_original", request.requestId().equals(letter.requestId()))
                .put("reply_to", letter.replyTo())
                .put("trace_id", letter.traceId());
    }
}
