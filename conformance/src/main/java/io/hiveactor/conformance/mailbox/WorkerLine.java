package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.worker.Attempt;
import io.hiveactor.mailbox.worker.DeadLetter;
import io.hiveactor.mailbox.worker.DeadLetterConsumer;
import io.hiveactor.mailbox.worker.LeaseExtension;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A line of {@code worker-loop}: what a worker, or a reader of dead letters, does in its loop. What is done is in the name. */
final class WorkerLine {
    private static final Duration LONG = Duration.ofHours(9);

    private final String name;
    private final JsonNode given;
    private final JsonNode observed;
    private final Stage stage = new Stage();
    private final ObjectNode seen = Facts.object();
    private final ArrayNode handled = Facts.JSON.arrayNode();
    private @Nullable MailboxWorker<String, String> worker;

    WorkerLine(JsonNode line) {
        name = line.get("name").asString();
        given = line.get("given");
        observed = line.get("observed");
    }

    List<String> play() throws InterruptedException {
        if (name.startsWith("dead-letter-consumer")) {
            readDeadLetters();
        } else {
            work();
        }
        return Facts.differences(observed, seen);
    }

    // ---- the worker ----

    private void work() throws InterruptedException {
        for (int i = 0; i < given.get("queued").asInt(); i++) {
            Stage.sent(stage.requests, WorkRequest.of(String.valueOf((char) ('a' + i))));
        }
        if (given.path("closed").asBoolean()) {
            stage.requests.close();
        }
        if (name.equals("default-poll-arguments")) {
            stage.config = stage.config.withPollWait(WorkerConfig.standard().pollWait());
        }
        if (given.has("interval")) {
            stage.config = stage.config.withExtension(LeaseExtension.every(ExtensionLine.seconds(given.get("interval")),
                    ExtensionLine.seconds(given.get("extension"))));
        }
        var running = new MailboxWorker<String, String>(stage.requests, this::handle, stage.config);
        worker = running;
        var beats = new int[1];
        running.addHeartbeatListener(() -> beats[0]++);
        if (name.startsWith("shutdown-after-receive")) {
            stage.requests.afterReceive = this::shutDown;
        }
        running.run(given.path("max_iterations").asLong(5));
        stage.requests.afterReceive = () -> {};
        seen.set("handled", handled);
        seen.put("polls", stage.requests.polls);
        seen.put("left", (int) stage.requests.approximateCount());
        seen.put("running", running.isRunning());
        seen.put("beats", beats[0]);
        tellPoll(stage.requests);
        ArrayNode extensions = seen.putArray("extend_calls");
        stage.requests.extended.forEach(extensions::add);
        ArrayNode again = seen.putArray("redelivered");
        for (Delivery<WorkRequest<String>, ?> each : stage.requests.receive(10, LONG, Duration.ZERO)) {
            again.addArray().add(each.body().request()).add(each.deliveryCount());
        }
    }

    private String handle(String request, Attempt attempt) throws InterruptedException {
        handled.add(request);
        if (name.startsWith("close-during-handling")) {
            stage.requests.close();
        } else if (name.startsWith("shutdown-during-handling")) {
            shutDown();
        } else if (name.startsWith("beats-inside")) {
            attempt.beat();
            attempt.beat();
        }
        return "done";
    }

    private void shutDown() {
        try {
            if (worker != null) {
                worker.shutdown(Duration.ZERO);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellPoll(RecordingMailbox<?, ?> mailbox) {
        seen.putObject("receive_args").put("visibility_timeout", (int) mailbox.lease.toSeconds())
                .put("wait_time_seconds", (int) mailbox.wait.toSeconds());
    }

    // ---- dead letters ----

    private void readDeadLetters() throws InterruptedException {
        RecordingMailbox<DeadLetter<Integer>, Void> letters = new RecordingMailbox<>(stage.mailbox("requests-dlq"));
        for (int i = 0; i < given.path("queued").asInt(0); i++) {
            Stage.sent(letters, new DeadLetter<>("m" + i, i, "requests", 6, "it broke", "Boom", stage.clock.now(),
                    stage.clock.now(), null, null, null, null));
        }
        List<Integer> read = new ArrayList<>();
        var consumer = new DeadLetterConsumer<Integer>(letters, letter -> {
            if (name.endsWith("handler-fails")) {
                throw new RecordedErrors.Boom("it broke");
            }
            read.add(letter.body());
        });
        consumer.run(given.get("max_iterations").asLong());
        read.forEach(handled::add);
        seen.set("handled", handled);
        tellPoll(letters);
        seen.put("left", (int) letters.approximateCount());
        seen.put("visible_again_after_s", stage.visibleAgainAfterSeconds(letters));
    }
}
