package io.hiveactor.conformance.mailbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plays lines of any of the recorded kinds, and keeps count of them. */
final class Replay {
    /** Where the reference does what we do otherwise. Each has a test for what we do. */
    private static final Set<String> DIFFERING = Set.of(
            "visibility-zero-same-instant", "reaper-late-ack-before-reap", "reaper-late-extend-before-reap-revives",
            "reaper-late-nack-before-reap", "reaper-one-pass-uses-in-flight-order", "capacity-zero-refuses-everything",
            "close-stops-expiry", "longpoll-batch-fills-or-waits", "longpoll-batch-partial-at-deadline",
            "longpoll-batch-partial-on-close", "longpoll-batch-same-message-twice", "fake-closed-still-works",
            "failure-no-policy", "failure-no-policy-no-reply-address", "failure-no-policy-reply-box-down",
            "failure-policy-dead-letter-box-full", "handler-exception-ends-the-loop", "shutdown-before-run-is-forgotten",
            "clock-near-zero-misses-first-beat");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final List<String> mismatches = new ArrayList<>();
    private int passed;
    private int failed;
    private int skipped;

    int passed() {
        return passed;
    }

    int failed() {
        return failed;
    }

    int skipped() {
        return skipped;
    }

    /** One text for each result that was not the recorded one. */
    List<String> mismatches() {
        return mismatches;
    }

    /** @throws IllegalArgumentException if it is no line of these files */
    void play(String text) throws InterruptedException {
        JsonNode line = MAPPER.readTree(text);
        String name = line.path("name").asString("");
        if (DIFFERING.contains(name)) {
            skipped++;
            return;
        }
        List<String> found = mismatchesOf(line);
        found.forEach(each -> mismatches.add((name.isEmpty() ? text : name) + ": " + each));
        passed += found.isEmpty() ? 1 : 0;
        failed += found.isEmpty() ? 0 : 1;
    }

    private static List<String> mismatchesOf(JsonNode line) throws InterruptedException {
        if (line.has("config") && line.has("ops")) {
            return new ScenarioPlayer(line).play();
        } else if (line.has("policy") && line.has("dead_letter")) {
            return PolicyLine.play(line);
        } else if (line.has("given") && line.has("ops")) {
            return new ExtensionLine(line).play();
        } else if (line.path("given").has("outcome")) {
            return new HandlingLine(line).play();
        } else if (line.has("given") && line.has("observed")) {
            return new WorkerLine(line).play();
        }
        throw new IllegalArgumentException("not a line of recorded mailbox results");
    }
}
