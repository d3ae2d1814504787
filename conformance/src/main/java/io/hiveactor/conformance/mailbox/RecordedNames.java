package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * What the recording calls messages and deliveries: m1, m2 in the order of the sends, and m1#1, m1#2. Holds that receipts are
 * all different and that a message has one time of sending, which the recording does not show.
 */
final class RecordedNames {
    private final Map<String, String> nameOfId = new HashMap<>();
    private final Map<String, Integer> deliveries = new HashMap<>();
    private final Map<String, Delivery<JsonNode, JsonNode>> byReceipt = new HashMap<>();
    private final Map<String, Instant> enqueued = new HashMap<>();
    private final Set<String> receipts = new HashSet<>();

    String newMessage(String id) {
        String name = "m" + (nameOfId.size() + 1);
        if (nameOfId.put(id, name) != null) {
            throw new IllegalStateException("an id came twice: " + id);
        }
        return name;
    }

    /** Null if there is none of that name. */
    @Nullable Delivery<JsonNode, JsonNode> deliveryOf(String receipt) {
        return byReceipt.get(receipt);
    }

    ArrayNode describe(List<Delivery<JsonNode, JsonNode>> batch) {
        ArrayNode messages = Facts.JSON.arrayNode();
        for (Delivery<JsonNode, JsonNode> each : batch) {
            String name = nameOfId.getOrDefault(each.id(), each.id());
            String receipt = name + "#" + deliveries.merge(name, 1, Integer::sum);
            byReceipt.put(receipt, each);
            check(each);
            Mailbox<JsonNode, ?> replyTo = each.replyTo();
            messages.addObject().put("id", name).put("receipt", receipt).put("delivery_count", each.deliveryCount())
                    .put("reply_to", replyTo == null ? null : replyTo.name()).set("body", each.body());
        }
        return messages;
    }

    private void check(Delivery<JsonNode, JsonNode> delivery) {
        if (!receipts.add(delivery.receipt())) {
            throw new IllegalStateException("a receipt came twice: " + delivery.receipt());
        }
        Instant first = enqueued.putIfAbsent(delivery.id(), delivery.enqueuedAt());
        if (first != null && !first.equals(delivery.enqueuedAt())) {
            throw new IllegalStateException("sent at two times: " + first + ", " + delivery.enqueuedAt());
        }
    }
}
