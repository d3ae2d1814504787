package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.ReplyResult;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.CollectingMailbox;
import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.doubles.NullMailbox;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays a scenario of mailboxes, call by call, and compares each result with the recorded one. */
final class ScenarioPlayer {
    private static final Duration LONGEST_LEASE = Duration.ofHours(12);
    /** Every recorded instant is a multiple of this. */
    private static final Duration STEP = Duration.ofMillis(250);
    /** The calls that a connection error of the reference fails. */
    private static final Set<FakeMailbox.Call> UNREACHABLE = Set.of(
            FakeMailbox.Call.SEND, FakeMailbox.Call.RECEIVE, FakeMailbox.Call.PURGE, FakeMailbox.Call.COUNT);

    private final JsonNode scenario;
    private final SteppedClock clock = new SteppedClock();
    private final Map<String, Mailbox<JsonNode, JsonNode>> mailboxes = new HashMap<>();
    private final RecordedNames names = new RecordedNames();
    private final Receivers receivers = new Receivers();

    ScenarioPlayer(JsonNode scenario) {
        this.scenario = scenario;
        scenario.get("config").get("mailboxes").properties()
                .forEach(each -> mailboxes.put(each.getKey(), open(each.getKey(), each.getValue())));
    }

    private Mailbox<JsonNode, JsonNode> open(String name, JsonNode config) {
        return switch (config.get("kind").asString()) {
            case "memory" -> new MemoryMailbox<>(new MemoryConfig(name,
                    config.path("max_size").asInt(Integer.MAX_VALUE), LONGEST_LEASE, clock));
            case "null" -> new NullMailbox<>(name);
            case "collecting" -> new CollectingMailbox<>(name);
            case "fake" -> new FakeMailbox<>(name, LONGEST_LEASE);
            default -> throw new IllegalArgumentException("an unknown kind of mailbox: " + config);
        };
    }

    List<String> play() throws InterruptedException {
        List<String> mismatches = new ArrayList<>();
        JsonNode ops = scenario.get("ops");
        try {
            for (int i = 0; i < ops.size(); i++) {
                JsonNode op = ops.get(i);
                ObjectNode seen = play(op);
                seen.put("at_ms", op.get("at_ms").asInt());
                seen.set("op", op.get("op"));
                seen.set("args", op.get("args"));
                ObjectNode expected = (ObjectNode) op.deepCopy();
                if (scenario.get("config").path("unordered_waiters").asBoolean()) {
                    withoutNames(seen);
                    withoutNames(expected);
                }
                if (!expected.equals(seen)) {
                    mismatches.add("operation " + i + "\n  expected " + expected + "\n  got      " + seen);
                }
            }
        } finally {
            mailboxes.values().forEach(Mailbox::close);
        }
        return mismatches;
    }

    private static void withoutNames(ObjectNode op) {
        op.path("completed").forEach(each -> ((ObjectNode) each).remove("waiter"));
    }

    private ObjectNode play(JsonNode op) throws InterruptedException {
        ObjectNode seen = Facts.object();
        ArrayNode completed = Facts.JSON.arrayNode();
        try {
            act(op, op.get("args"), seen, completed);
        } catch (IllegalArgumentException e) {
            seen = Facts.object().put("error", "InvalidParameterError");
        } catch (BackendException e) {
            seen = Facts.object().put("error", "MailboxConnectionError");
        }
        Delivery<JsonNode, JsonNode> delivery = names.deliveryOf(op.get("args").path("receipt").asString(""));
        if (op.has("finalized") && delivery != null) {
            seen.put("finalized", delivery.isFinalized());
        }
        collect(completed);
        if (!completed.isEmpty()) {
            seen.set("completed", completed);
        }
        return seen;
    }

    private void act(JsonNode op, JsonNode args, ObjectNode seen, ArrayNode completed) throws InterruptedException {
        switch (op.get("op").asString()) {
            case "send" -> tell(seen, mailbox(args).send(args.get("body"), mailboxes.get(args.path("reply_to").asString(""))));
            case "receive" -> receive(args, seen);
            case "ack" -> tell(seen, delivery(args).acknowledge());
            case "nack" -> tell(seen, delivery(args).nack(seconds(args, "visibility_timeout", 0)));
            case "extend" -> tell(seen, delivery(args).extend(seconds(args, "timeout", 0)));
            case "reply" -> tell(seen, delivery(args), delivery(args).reply(args.get("body")));
            case "purge" -> seen.putObject("result").put("count", (int) mailbox(args).purge());
            case "count" -> seen.putObject("result").put("count", (int) mailbox(args).approximateCount());
            case "close" -> {
                mailbox(args).close();
                seen.putObject("result").put("closed", mailbox(args).isClosed());
            }
            case "is_closed" -> seen.putObject("result").put("closed", mailbox(args).isClosed());
            case "advance" -> advance(args.get("ms").asInt(), seen, completed);
            default -> actOnDouble(op, args, seen);
        }
    }

    private void actOnDouble(JsonNode op, JsonNode args, ObjectNode seen) {
        switch (op.get("op").asString()) {
            case "sent" -> {
                ArrayNode bodies = seen.putObject("result").putArray("bodies");
                ((CollectingMailbox<JsonNode, JsonNode>) mailbox(args)).sent().forEach(bodies::add);
            }
            case "expire_handle" -> {
                fake(args).expireReceipt(delivery(args).receipt());
                seen.putObject("result");
            }
            case "set_connection_error" -> {
                fake(args).failWith(new BackendException("as recorded", null), UNREACHABLE);
                seen.putObject("result");
            }
            case "clear_connection_error" -> {
                fake(args).heal();
                seen.putObject("result");
            }
            case "inject_message" -> {
                String id = fake(args).inject(args.get("body"), args.has("msg_id") ? args.get("msg_id").asString() : null,
                        args.path("delivery_count").asInt(0), mailboxes.get(args.path("reply_to").asString("")));
                seen.putObject("result").put("id", names.newMessage(id));
            }
            default -> throw new IllegalStateException("an unknown operation: " + op);
        }
    }

    // ---- arguments ----

    private Mailbox<JsonNode, JsonNode> mailbox(JsonNode args) {
        Mailbox<JsonNode, JsonNode> found = mailboxes.get(args.get("mailbox").asString());
        if (found == null) {
            throw new IllegalStateException("an unknown mailbox: " + args);
        }
        return found;
    }

    private FakeMailbox<JsonNode, JsonNode> fake(JsonNode args) {
        return (FakeMailbox<JsonNode, JsonNode>) mailbox(args);
    }

    private Delivery<JsonNode, JsonNode> delivery(JsonNode args) {
        Delivery<JsonNode, JsonNode> found = names.deliveryOf(args.get("receipt").asString());
        if (found == null) {
            throw new IllegalStateException("an unknown receipt: " + args);
        }
        return found;
    }

    private static Duration seconds(JsonNode args, String name, int otherwise) {
        return args.has(name) ? ExtensionLine.seconds(args.get(name)) : Duration.ofSeconds(otherwise);
    }

    // ---- what is done ----

    private void receive(JsonNode args, ObjectNode seen) throws InterruptedException {
        Mailbox<JsonNode, JsonNode> mailbox = mailbox(args);
        int most = args.path("max_messages").asInt(1);
        Duration lease = seconds(args, "visibility_timeout", 30);
        Duration wait = seconds(args, "wait_time_seconds", 0);
        if (args.has("waiter")) {
            String waiter = args.get("waiter").asString();
            receivers.start(waiter, () -> mailbox.receive(most, lease, wait));
            List<Delivery<JsonNode, JsonNode>> got = receivers.takeIfDone(waiter);
            if (got == null) {
                seen.putObject("result").put("waiting", waiter);
            } else {
                seen.putObject("result").set("messages", names.describe(got));
            }
        } else {
            seen.putObject("result").set("messages", names.describe(mailbox.receive(most, lease, wait)));
        }
    }

    private void advance(int millis, ObjectNode seen, ArrayNode completed) throws InterruptedException {
        for (long passed = 0; passed < millis; passed += STEP.toMillis()) {
            clock.step(STEP);
            collect(completed);
        }
        seen.putObject("result").put("now_ms", nowMillis());
    }

    private int nowMillis() {
        return (int) Duration.ofNanos(clock.nanos()).toMillis();
    }

    private void collect(ArrayNode completed) throws InterruptedException {
        for (Map.Entry<String, List<Delivery<JsonNode, JsonNode>>> each : receivers.takeDone().entrySet()) {
            completed.addObject().put("waiter", each.getKey()).put("at_ms", nowMillis())
                    .set("messages", names.describe(each.getValue()));
        }
    }

    // ---- results ----

    private void tell(ObjectNode seen, SendResult result) {
        switch (result) {
            case Sent(var id) -> seen.putObject("result").put("id", names.newMessage(id));
            case NotSent.FULL -> seen.put("error", "MailboxFullError");
        }
    }

    private static void tell(ObjectNode seen, AckStatus status) {
        if (status == AckStatus.DONE) {
            seen.putObject("result");
        } else {
            seen.put("error", "ReceiptHandleExpiredError");
        }
    }

    private void tell(ObjectNode seen, Delivery<JsonNode, JsonNode> delivery, ReplyResult result) {
        Mailbox<JsonNode, ?> to = delivery.replyTo();
        switch (result) {
            case Sent(var id) -> seen.putObject("result").put("id", names.newMessage(id))
                    .put("mailbox", to == null ? "" : to.name());
            case NotReplied.FULL -> seen.put("error", "MailboxFullError");
            case NotReplied.NO_ADDRESS, NotReplied.UNKNOWN_ADDRESS -> seen.put("error", "ReplyNotAvailableError");
            case NotReplied.FINALIZED -> seen.put("error", "MessageFinalizedError");
        }
    }
}
